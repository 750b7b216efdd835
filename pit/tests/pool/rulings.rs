//! Rulings of the house, signed for one challenge.

use pit::ruling::{RulingChallenge, SignedRuling};

use crate::prelude::*;

#[test]
fn a_ruling_is_good_for_one_challenge() {
    let key = SharedKey::new([7; 32]);
    let challenge = RulingChallenge {
        link: 1,
        random: [3; 16],
    };
    let ruling = HouseRuling::Strike(4, 9);
    let signed = SignedRuling::sign(&key, challenge, ruling).expect("a ruling");
    let given = signed.verify(&key, challenge).expect("a genuine ruling");
    assert_eq!(given.ruling, ruling);

    let another_key = SharedKey::new([8; 32]);
    assert_eq!(signed.verify(&another_key, challenge), None);
    let another_time = RulingChallenge {
        random: [4; 16],
        ..challenge
    };
    assert_eq!(signed.verify(&key, another_time), None);
    let another_link = RulingChallenge {
        link: 2,
        ..challenge
    };
    assert_eq!(signed.verify(&key, another_link), None);
    for other in [
        HouseRuling::Strike(4, 8),
        HouseRuling::DoNotWait(4, 9),
        HouseRuling::Lift(4),
    ] {
        let changed = SignedRuling {
            ruling: other,
            ..signed
        };
        assert_eq!(changed.verify(&key, challenge), None, "{other}");
    }
}
