//! RM0351, 3.4: the option bytes, written by the very stores that `cargo xtask provision` makes.

use board_sim::chip::flash::{Array, ERASE, Flash, OptionBytes, PAGE_BYTES, PROGRAM_OPTIONS};
use board_sim::time::{Span, Time};
use firmware::options::{FIELDS, OptionRegister, OptionStep, UNPROTECTED, steps};

const FLASH: u32 = 0x4002_2000;
const KEYR: u32 = 0x08;
const SR: u32 = 0x10;
const CR: u32 = 0x14;
const WRPERR: u32 = 1 << 4;
const ERASE_PAGE: u32 = 1 << 1 | 1 << 16;
const KEYS: [u32; 2] = [0x4567_0123, 0xCDEF_89AB];
const KEY_PAGE: u32 = 255;

fn register(flash: &Flash, register: OptionRegister) -> u32 {
    let value = flash.read(register.address() - FLASH);
    value.expect("a register of the chip")
}

fn fields(flash: &Flash) -> Vec<&'static str> {
    let set = FIELDS.iter();
    let set = set.filter(|field| field.holds(register(flash, field.register)));
    set.map(|field| field.name).collect()
}

/// Makes the stores, and waits as long as they ask. Returns the time of the last one.
fn replay(flash: &mut Flash, steps: &[OptionStep]) -> Time {
    let mut now = Time::ZERO;
    for step in steps {
        match *step {
            OptionStep::Store(address, value) => {
                assert_eq!(flash.write(address - FLASH, value, now), Ok(()));
            }
            OptionStep::WaitUntilClear(address, bits) => {
                while flash.read(address - FLASH).expect("a register") & bits != 0 {
                    now = now + Span::ms(1);
                    flash.advance(now);
                }
            }
        }
    }
    now
}

fn provision(flash: &mut Flash) -> Time {
    let [optr, wrp1ar] = OptionRegister::ALL.map(|one| one.provisioned(register(flash, one)));
    replay(flash, &steps(optr, wrp1ar))
}

/// The chip resets and loads the bytes, as the launch asks.
fn launch(flash: &mut Flash) {
    assert!(flash.launches());
    flash.reset();
    flash.load_options();
}

/// Tries to erase a page of bank 1; true if it is erased afterwards.
fn erases(flash: &mut Flash, page: u32) -> bool {
    flash.array_mut().load(page * PAGE_BYTES, &[0; 8]);
    for key in KEYS {
        let _ = flash.write(KEYR, key, Time::ZERO);
    }
    let written = flash.write(CR, ERASE_PAGE | page << 3, Time::ZERO);
    assert_eq!(written, Ok(()));
    let refused = flash.read(SR).expect("the status") & WRPERR != 0;
    flash.advance(Time::ZERO + ERASE);
    let is_erased = flash.array().word(page * PAGE_BYTES) == u64::MAX;
    assert_eq!(is_erased, !refused);
    is_erased
}

#[test]
fn the_stores_provision_a_chip_as_it_was_shipped() {
    let mut flash = Flash::new(Array::default());
    assert_eq!(fields(&flash), ["IWDG_SW", "BFB2"]);
    let done = provision(&mut flash);
    assert!(done >= Time::ZERO + PROGRAM_OPTIONS, "{done:?}");
    launch(&mut flash);
    assert_eq!(fields(&flash), ["BOR_LEV", "IWDG_SW", "BFB2", "WRP1A"]);
    // Readout protection stays as it was: leaving it would erase the meter.
    assert_eq!(register(&flash, OptionRegister::Optr) & 0xFF, 0xAA);
    // The simulated boards of all other tests are provisioned like this one.
    let mut like_others = Flash::new(Array::default());
    like_others.set_options(OptionBytes::PROVISIONED);
    for one in OptionRegister::ALL {
        assert_eq!(register(&flash, one), register(&like_others, one));
    }
}

#[test]
fn a_provisioned_chip_protects_the_image_and_not_the_key() {
    let mut flash = Flash::new(Array::default());
    assert!(erases(&mut flash, 0) && erases(&mut flash, KEY_PAGE));
    flash.reset();
    provision(&mut flash);
    launch(&mut flash);
    for page in [0, 1, KEY_PAGE - 1] {
        assert!(!erases(&mut flash, page), "page {page}");
        flash.reset();
    }
    assert!(erases(&mut flash, KEY_PAGE));
    flash.reset();
    // An engineer opens it again for the next image.
    let optr = register(&flash, OptionRegister::Optr);
    replay(&mut flash, &steps(optr, UNPROTECTED));
    launch(&mut flash);
    assert!(erases(&mut flash, 0));
}

#[test]
fn without_a_step_of_the_sequence_nothing_changes() {
    let shipped = Flash::new(Array::default());
    let [optr, wrp1ar] = OptionRegister::ALL.map(|one| one.provisioned(register(&shipped, one)));
    let all = steps(optr, wrp1ar);
    let stores = |step: &OptionStep| matches!(step, OptionStep::Store(..));
    // Each store but the last: the keys, and the start. Without it the launch loads the old bytes.
    for (left_out, _) in all[..all.len() - 1]
        .iter()
        .enumerate()
        .filter(|(_, step)| stores(step))
    {
        let mut flash = Flash::new(Array::default());
        for (number, step) in all.iter().enumerate() {
            if let (true, OptionStep::Store(address, value)) = (number != left_out, *step) {
                // A chip that is locked refuses registers of the option bytes.
                let _ = flash.write(address - FLASH, value, Time::ZERO);
                flash.advance(Time::ZERO + PROGRAM_OPTIONS);
            }
        }
        flash.reset();
        flash.load_options();
        assert_ne!(
            fields(&flash).len(),
            FIELDS.len(),
            "without step {left_out}"
        );
    }
}
