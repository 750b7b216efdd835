//! A naive poker hand evaluator, for checking a faster one against.
//!
//! A card is `(rank 2..=14, suit 0..=3)`. A score is a list of numbers, category first, that compares
//! lexicographically: the greater list is the better hand, equal lists are a stand-off (THB6 3.12.1).

/// Rank 2 to 14 (ace), suit 0 to 3 (clubs, diamonds, hearts, spades).
pub type Card = (u8, u8);

/// Spades, the one suit that ever matters (TCP5 4.4).
pub const SPADES: u8 = 3;

/// The categories of five cards, lowest first; the position is the category's number (THB6 3.11, RWS6 3.1.2).
pub const FIVE_CARD_NAMES: [&str; 10] = [
    "high_card",
    "one_pair",
    "two_pairs",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
];

/// The categories of three cards, lowest first: a straight beats a flush here (TCP5 3.16).
pub const THREE_CARD_NAMES: [&str; 7] = [
    "high_card",
    "one_pair",
    "flush",
    "straight",
    "three_of_a_kind",
    "straight_flush",
    "royal_flush",
];

/// Scores five cards.
pub fn rank_five(cards: &[Card; 5]) -> Vec<u8> {
    let groups = groups(cards);
    let counts: Vec<u8> = groups.iter().map(|group| group.0).collect();
    let flush = one_suit(cards);
    let straight = straight_top(cards);
    let name = match (flush, straight, counts.as_slice()) {
        (true, Some(14), _) => "royal_flush",
        (true, Some(_), _) => "straight_flush",
        (_, _, [4, 1]) => "four_of_a_kind",
        (_, _, [3, 2]) => "full_house",
        (true, None, _) => "flush",
        (false, Some(_), _) => "straight",
        (_, _, [3, 1, 1]) => "three_of_a_kind",
        (_, _, [2, 2, 1]) => "two_pairs",
        (_, _, [2, 1, 1, 1]) => "one_pair",
        _ => "high_card",
    };
    score(&FIVE_CARD_NAMES, name, straight, &groups)
}

/// Scores three cards (TCP5 3.16, 3.17).
pub fn rank_three(cards: &[Card; 3]) -> Vec<u8> {
    let groups = groups(cards);
    let counts: Vec<u8> = groups.iter().map(|group| group.0).collect();
    let flush = one_suit(cards);
    let straight = straight_top(cards);
    let name = match (flush, straight, counts.as_slice()) {
        (true, Some(14), _) => "royal_flush",
        (true, Some(_), _) => "straight_flush",
        (_, _, [3]) => "three_of_a_kind",
        (false, Some(_), _) => "straight",
        (true, None, _) => "flush",
        (_, _, [2, 1]) => "one_pair",
        _ => "high_card",
    };
    score(&THREE_CARD_NAMES, name, straight, &groups)
}

/// The best score among all five-card subsets of five, six or seven cards.
pub fn best_of(cards: &[Card]) -> Vec<u8> {
    assert!(
        (5..=7).contains(&cards.len()),
        "best_of takes five to seven cards"
    );
    let mut best = Vec::new();
    for mask in 0u32..1 << cards.len() {
        if mask.count_ones() != 5 {
            continue;
        }
        let mut five = [(0, 0); 5];
        let chosen = (0..cards.len()).filter(|place| mask >> place & 1 == 1);
        for (slot, place) in five.iter_mut().zip(chosen) {
            *slot = cards[place];
        }
        best = best.max(rank_five(&five));
    }
    best
}

/// The name of a five-card score's category.
pub fn five_card_name(score: &[u8]) -> &'static str {
    FIVE_CARD_NAMES[usize::from(score[0])]
}

/// The name of a three-card score's category.
pub fn three_card_name(score: &[u8]) -> &'static str {
    THREE_CARD_NAMES[usize::from(score[0])]
}

/// `(how many, rank)`, the largest group first and the higher rank first among equals:
/// the order in which THB6 3.12 and TCP5 3.17 compare pairs, triples and kickers.
fn groups(cards: &[Card]) -> Vec<(u8, u8)> {
    let mut groups = Vec::new();
    for rank in 2..=14 {
        let count = cards.iter().map(|card| u8::from(card.0 == rank)).sum();
        if count > 0 {
            groups.push((count, rank));
        }
    }
    groups.sort();
    groups.reverse();
    groups
}

fn one_suit(cards: &[Card]) -> bool {
    cards.iter().all(|card| card.1 == cards[0].1)
}

/// The highest rank of a straight made of all the cards; 5 for 5-4-3-2-A (THB6 3.3.1.2), 3 for 3-2-A (TCP5 3.3.1.2).
fn straight_top(cards: &[Card]) -> Option<u8> {
    let ace_high: Vec<u8> = cards.iter().map(|card| card.0).collect();
    let ace_low: Vec<u8> = ace_high
        .iter()
        .map(|&rank| if rank == 14 { 1 } else { rank })
        .collect();
    consecutive(ace_high).or(consecutive(ace_low))
}

fn consecutive(mut ranks: Vec<u8>) -> Option<u8> {
    ranks.sort();
    let rising = ranks.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    if rising { ranks.last().copied() } else { None }
}

/// Category, then the top of a straight, or the ranks of the groups where there is none.
fn score(names: &[&str], name: &str, straight: Option<u8>, groups: &[(u8, u8)]) -> Vec<u8> {
    let (category, _) = (0..)
        .zip(names)
        .find(|(_, other)| **other == name)
        .expect("a known category");
    let mut score = vec![category];
    match straight {
        Some(top) => score.push(top),
        None => score.extend(groups.iter().map(|group| group.1)),
    }
    score
}
