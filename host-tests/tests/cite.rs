//! Numbers of paragraphs: every one of the five documents comes through its two bytes unchanged, and in order.

use shared_rules::cite::Paragraph;

const DOCUMENTS: [&str; 5] = [
    include_str!("../paragraphs/thb6.txt"),
    include_str!("../paragraphs/rws6.txt"),
    include_str!("../paragraphs/ml6.txt"),
    include_str!("../paragraphs/ml9.txt"),
    include_str!("../paragraphs/tcp5.txt"),
];

#[test]
fn every_section_of_the_documents_has_its_own_number() {
    let mut sections = 0;
    for number in DOCUMENTS.into_iter().flat_map(str::lines) {
        // A chapter's heading says nothing by itself.
        if let Some(paragraph) = Paragraph::parse(number) {
            assert_eq!(paragraph.to_string(), number);
            sections += 1;
        } else {
            assert!(!number.contains('.'), "{number}");
        }
    }
    assert!(sections > 500, "{sections}");
}

#[test]
fn what_is_no_number_of_a_paragraph_is_none() {
    let none = " 3 3. .3 3..5 3.5. 0.1 3.0 8.1 3.32 3.5.32 3.5.0 3.5.3.4 3.5.3.0 3.5.3e 3.5.3A 3.5.a \
        3.5.3.1a 3.5.3.1.1 3.5ab 3,5 300.1 3.256";
    for text in none.split(' ') {
        assert_eq!(Paragraph::parse(text), None, "{text:?}");
    }
}
