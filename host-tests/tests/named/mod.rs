//! The names of test functions in a source file, for the documents that name them.

/// The functions right behind a `#[test]`, or an async one's; one with `#[ignore]` between does not count.
pub fn test_names(source: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut lines = source.lines();
    while lines.any(|line| matches!(line.trim(), "#[test]" | "#[tokio::test]")) {
        let function = lines.next().map(str::trim).unwrap_or_default();
        let function = function.strip_prefix("async ").unwrap_or(function);
        let name = function.strip_prefix("fn ");
        names.extend(
            name.and_then(|name| name.split('(').next())
                .map(str::to_owned),
        );
    }
    names
}
