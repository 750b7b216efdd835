// A round that stands in this page's address, settled by the program behind the page.

const find = id => document.getElementById(id);

async function show() {
  const line = decodeURIComponent(location.hash.slice(1));
  if (line === '') {
    find('why').textContent = 'There is no round in this address.';
    return;
  }
  find('round').textContent = line;
  find('file').href = URL.createObjectURL(new Blob([line, '\n'], { type: 'application/json' }));
  const answer = await fetch('settle', { method: 'POST', body: line });
  const { shown = '', settled = '', error = '' } = await answer.json();
  find('why').textContent = error;
  find('shown').textContent = shown;
  find('settled').textContent = settled;
}

function fail(error) {
  find('why').textContent = `The round cannot be settled: ${error.message}`;
}

show().catch(fail);
addEventListener('hashchange', () => show().catch(fail));
