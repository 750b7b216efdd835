//! The entrants agree: every hand of every workload has the same place in the order of all hands.

use odds_benches::deals::Size;
use odds_benches::table::{ENTRANTS, Workload};

#[test]
fn all_entrants_put_the_hands_in_the_same_order() {
    for workload in Workload::ALL {
        let mut entrants = ENTRANTS
            .iter()
            .filter(|entrant| entrant.workload == workload);
        let first = entrants.next().expect("every workload has somebody");
        let expected = (first.start)(Size::Counted).places();
        let mut others = 0;
        for entrant in entrants {
            let places = (entrant.start)(Size::Counted).places();
            assert!(
                places == expected,
                "{workload}: {} and {}",
                first.name,
                entrant.name
            );
            others += 1;
        }
        assert!(others > 0, "{workload}: nobody to agree with");
        let kinds = expected.iter().max().expect("hands");
        assert!(
            *kinds > 100,
            "{workload}: {kinds} kinds of hands are no test"
        );
    }
}
