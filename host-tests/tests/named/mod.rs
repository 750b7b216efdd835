//! The names of test functions in a source file, for the documents that name them.

/// The functions right behind a `#[test]`; one with `#[ignore]` between does not count.
pub fn test_names(source: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut lines = source.lines();
    while lines.any(|line| line.trim() == "#[test]") {
        let name = lines
            .next()
            .and_then(|line| line.trim().strip_prefix("fn "));
        names.extend(
            name.and_then(|name| name.split('(').next())
                .map(str::to_owned),
        );
    }
    names
}
