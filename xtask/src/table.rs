//! Tables for a person: a title, then a number and a name a line.

/// A number and what it is of.
pub(crate) type Row = (u32, String);

/// Characters of a name that still fit on a line.
const NAME_CHARS_MAX: usize = 110;

/// All rows, in their order.
pub(crate) fn print(title: &str, rows: &[Row]) {
    println!("\n{title}");
    for (bytes, name) in rows {
        println!("{bytes:>9}  {}", shortened(name));
    }
}

/// The largest rows, and the others as one.
pub(crate) fn print_largest(title: &str, mut rows: Vec<Row>, count: usize) {
    rows.sort_by(|(a, _), (b, _)| b.cmp(a));
    let others = rows.split_off(count.min(rows.len()));
    if !others.is_empty() {
        let bytes = others.iter().map(|(bytes, _)| bytes).sum();
        rows.push((bytes, format!("({} others)", others.len())));
    }
    print(title, &rows);
}

/// Names of generic functions can fill a page: their beginning and end say most.
fn shortened(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    if chars.len() <= NAME_CHARS_MAX {
        return name.to_owned();
    }
    let (start, end) = (NAME_CHARS_MAX * 2 / 3, chars.len() - NAME_CHARS_MAX / 3);
    let part = |chars: &[char]| chars.iter().collect::<String>();
    format!("{}...{}", part(&chars[..start]), part(&chars[end..]))
}
