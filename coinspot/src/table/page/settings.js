// Choices of the person at this browser, remembered where the browser allows it.

export function remembered(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`coinspot.${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`coinspot.${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing asks again the next time.
  }
}
