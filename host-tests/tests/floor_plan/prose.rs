//! Plain prose: a sentence names its subject, so few comments and few lines of the documents may begin with a question
//! word.

use crate::workspace::{files, root};
use std::fs;
use std::path::{Path, PathBuf};

/// The first words that hide a subject.
const OPENINGS: [&str; 7] = ["What", "Who", "Whose", "Whether", "How", "So many", "Of"];

/// The share of lines with such an opening must stay below this.
const BAR_PERCENT: usize = 3;

/// The files with the most of them that a failure names.
const WORST_SHOWN: usize = 30;

/// A file's lines of prose, and those with a forbidden opening.
#[derive(Clone, Copy, Default)]
struct Prose {
    lines: usize,
    opened: usize,
}

impl Prose {
    fn of<'a>(lines: impl Iterator<Item = &'a str>) -> Prose {
        let mut prose = Prose::default();
        for line in lines.filter(|line| line.contains(char::is_alphabetic)) {
            prose.lines += 1;
            prose.opened += usize::from(is_opened(line));
        }
        prose
    }
}

fn is_opened(line: &str) -> bool {
    OPENINGS.iter().any(|opening| {
        let rest = line.strip_prefix(opening);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}

/// The comments of a Rust file that stand on lines of their own, without their marks.
fn comments(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(str::trim_start);
    let comments = lines.filter_map(|line| line.strip_prefix("//"));
    comments.map(|line| line.trim_start_matches(['/', '!']).trim_start())
}

/// The lines of a document outside blocks of code, without the marks of headings, lists, tables and emphasis.
fn document_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    let prose = text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    });
    prose.map(without_marks)
}

fn without_marks(line: &str) -> &str {
    let is_mark = |c: char| c.is_whitespace() || "#-*+|>_".contains(c);
    let line = line.trim_start_matches(is_mark);
    let after_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    after_number.strip_prefix(". ").unwrap_or(line)
}

/// Every file with prose: all Rust sources, the documents, and the pages at the top.
fn prose() -> Vec<(PathBuf, Prose)> {
    let read = |path: &Path| fs::read_to_string(path).expect("a readable file");
    let rust = files(root(), "rs").into_iter().map(|path| {
        let prose = Prose::of(comments(&read(&path)));
        (path, prose)
    });
    let is_page = |path: &PathBuf| {
        let folder = path.parent();
        folder == Some(root()) || folder == Some(&root().join("docs"))
    };
    let pages = files(root(), "md").into_iter().filter(is_page);
    let pages = pages.map(|path| {
        let prose = Prose::of(document_lines(&read(&path)));
        (path, prose)
    });
    rust.chain(pages).collect()
}

/// The files with the most such lines, a line each.
fn worst(mut files: Vec<(PathBuf, Prose)>) -> String {
    files.sort_by_key(|(_, prose)| usize::MAX - prose.opened);
    let shown = files.iter().take(WORST_SHOWN).map(|(path, prose)| {
        let path = path.strip_prefix(root()).unwrap_or(path).display();
        format!("{:5} of {:4}  {path}\n", prose.opened, prose.lines)
    });
    shown.collect()
}

#[test]
fn few_lines_begin_with_a_question_word() {
    let files = prose();
    let sum = |count: fn(&Prose) -> usize| files.iter().map(|(_, prose)| count(prose)).sum();
    let [lines, opened]: [usize; 2] = [sum(|prose| prose.lines), sum(|prose| prose.opened)];
    assert!(lines > 5_000, "{lines} lines of prose");
    let hundredths = opened * 10_000 / lines;
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    let share = format!("{opened} of {lines}, {whole}.{rest:02} %");
    println!("{share}");
    let is_below = opened * 100 < lines * BAR_PERCENT;
    assert!(is_below, "{share}\n{}", worst(files));
}

#[test]
fn openings_are_recognised() {
    for line in "What it is./Of all hands/So many hands/How?/Who's".split('/') {
        assert!(is_opened(line), "{line}");
    }
    for line in "Whatever/Office/However/what/So far/The whole".split('/') {
        assert!(!is_opened(line), "{line}");
    }
}

#[test]
fn marks_are_not_words() {
    let rust = "//! One\n    /// Two\n// Three\nlet four = 4; // Five\n";
    assert_eq!(Vec::from_iter(comments(rust)), ["One", "Two", "Three"]);
    let page = "## One\n- **Two**\n| Three | x |\n10. Four\n```\nFive\n```\n2 cards\n";
    let lines = Vec::from_iter(document_lines(page));
    assert_eq!(lines, ["One", "Two**", "Three | x |", "Four", "2 cards"]);
}
