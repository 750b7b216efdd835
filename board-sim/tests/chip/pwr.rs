//! RM0351, 5.2.2: the voltage detector.

use board_sim::chip::pwr::Pwr;

const CR2: u32 = 0x04;
const SR2: u32 = 0x14;
const PVDE: u32 = 1;
const PVDO: u32 = 1 << 11;

/// The level of the choice 5 is 2.8 V.
const CHOICE: u32 = 5 << 1;

fn detects(control: u32, millivolts: u32) -> bool {
    let mut pwr = Pwr::default();
    assert_eq!(pwr.write(CR2, control), Some(()));
    pwr.set_supply(millivolts);
    pwr.read(SR2).expect("a register") & PVDO != 0
}

#[test]
fn a_supply_below_the_chosen_level_is_detected() {
    assert!(detects(CHOICE | PVDE, 2_799));
    assert!(!detects(CHOICE | PVDE, 2_800));
    assert!(!detects(PVDE, 2_799), "the lowest level is 2.0 V");
    assert!(!detects(CHOICE, 2_000), "the detector is off");
}

#[test]
fn a_reset_switches_it_off_and_leaves_the_supply() {
    let mut pwr = Pwr::default();
    pwr.set_supply(2_500);
    pwr.reset();
    assert_eq!(pwr.read(SR2).map(|status| status & PVDO), Some(0));
    pwr.write(CR2, CHOICE | PVDE);
    assert_eq!(pwr.read(SR2).map(|status| status & PVDO), Some(PVDO));
}
