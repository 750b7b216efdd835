//! RM0351, chapter 3: keys, programming, erasing, errors, ECC.

use board_sim::chip::flash::{
    Array, ArrayOperation, ArrayTear, BANK_BYTES, ERASE, ERASED, Ecc, Flash, PAGE_BYTES, PROGRAM,
    Remains,
};
use board_sim::cpu::Refused;
use board_sim::time::{Span, Time};

const KEYR: u32 = 0x08;
const SR: u32 = 0x10;
const CR: u32 = 0x14;
const ECCR: u32 = 0x18;
const ECCC: u32 = 1 << 30;
const ECCD: u32 = 1 << 31;
const KEYS: [u32; 2] = [0x4567_0123, 0xCDEF_89AB];
const PG: u32 = 1;
const PER: u32 = 1 << 1;
const BKER: u32 = 1 << 11;
const STRT: u32 = 1 << 16;
const EOPIE: u32 = 1 << 24;
const ERRIE: u32 = 1 << 25;
const BANK2: u32 = BANK_BYTES;
const T0: Time = Time::ZERO;

fn unlocked() -> Flash {
    let mut flash = Flash::new(Array::default());
    for key in KEYS {
        assert_eq!(flash.write(KEYR, key, T0), Ok(()));
    }
    flash
}

fn control(flash: &mut Flash, value: u32) {
    assert_eq!(flash.write(CR, value, T0), Ok(()));
}

fn status(flash: &Flash) -> u32 {
    flash.read(SR).unwrap_or(0)
}

fn program(flash: &mut Flash, offset: u32, value: u64, now: Time) {
    let (low, high) = ((value & 0xFFFF_FFFF) as u32, (value >> 32) as u32);
    flash.store(offset, 4, low, now);
    flash.store(offset + 4, 4, high, now);
}

#[test]
fn reset_values_are_those_of_the_manual() {
    let flash = Flash::new(Array::default());
    let values = [
        (0x00, 0x600),
        (SR, 0),
        (CR, 0xC000_0000),
        (ECCR, 0),
        (0x20, 0xFFEF_F8AA),
    ];
    for (register, value) in values {
        assert_eq!(flash.read(register), Ok(value), "{register:#x}");
    }
    assert!(matches!(flash.read(0x60), Err(Refused::NotModelled(_))));
}

#[test]
fn it_opens_with_two_keys_and_a_wrong_one_is_a_bus_error_until_a_reset() {
    assert_eq!(unlocked().read(CR), Ok(0x4000_0000));
    let mut flash = Flash::new(Array::default());
    assert_eq!(flash.write(KEYR, KEYS[1], T0), Err(Refused::Nothing));
    assert_eq!(flash.write(KEYR, KEYS[0], T0), Err(Refused::Nothing));
    flash.reset();
    assert_eq!(flash.write(KEYR, KEYS[0], T0), Ok(()));
}

#[test]
fn a_double_word_takes_its_time_and_is_there_at_the_end() {
    let mut flash = unlocked();
    control(&mut flash, PG | EOPIE);
    program(&mut flash, BANK2, 0x0123_4567_89AB_CDEF, T0);
    assert_eq!(status(&flash), 1 << 16, "busy");
    assert_eq!(flash.next_event(), T0 + PROGRAM);
    flash.advance(T0 + Span::us(89));
    assert_eq!(flash.array().word(BANK2), ERASED);
    flash.advance(T0 + PROGRAM);
    assert_eq!(flash.array().word(BANK2), 0x0123_4567_89AB_CDEF);
    assert_eq!(status(&flash), 1, "end of operation");
    assert!(flash.interrupt());
    assert_eq!(flash.write(SR, 1, T0), Ok(()));
    assert!(!flash.interrupt());
}

#[test]
fn the_end_is_flagged_only_if_its_interrupt_is_enabled() {
    let mut flash = unlocked();
    control(&mut flash, PG);
    program(&mut flash, 0, 7, T0);
    flash.advance(T0 + PROGRAM);
    assert_eq!(status(&flash), 0);
}

#[test]
fn only_an_erased_double_word_takes_anything_but_zeros() {
    let mut flash = unlocked();
    control(&mut flash, PG | ERRIE);
    program(&mut flash, 8, 5, T0);
    flash.advance(T0 + PROGRAM);
    program(&mut flash, 8, 5, T0);
    assert_eq!(status(&flash), 1 << 3 | 1 << 1, "PROGERR and OPERR");
    assert_eq!(flash.busy(), None);
    assert_eq!(flash.write(SR, 0xFFFF, T0), Ok(()));
    program(&mut flash, 8, 0, T0);
    flash.advance(T0 + PROGRAM);
    assert_eq!((status(&flash), flash.array().word(8)), (0, 0));
}

#[test]
fn wrong_sequences_are_flagged_and_block_until_cleared() {
    let cases: [(&str, u32, u32, u32, u32); 3] = [
        ("a byte: SIZERR", PG, 0, 1, 1 << 6),
        ("the upper half first: PGAERR", PG, 4, 4, 1 << 5),
        ("without PG: PGSERR", 0, 0, 4, 1 << 7),
    ];
    for (name, enabled, offset, bytes, error) in cases {
        let mut flash = unlocked();
        control(&mut flash, enabled);
        flash.store(offset, bytes, 0, T0);
        assert_eq!(status(&flash), error, "{name}");
        control(&mut flash, PG);
        program(&mut flash, 16, 1, T0);
        let found = status(&flash) & (1 << 7);
        assert_eq!(found, 1 << 7, "{name}: then nothing goes");
        assert_eq!(flash.busy(), None);
    }
}

#[test]
fn two_words_of_different_double_words_do_not_go_together() {
    let mut flash = unlocked();
    control(&mut flash, PG);
    flash.store(0, 4, 1, T0);
    flash.store(12, 4, 2, T0);
    assert_eq!(status(&flash), 1 << 5);
}

#[test]
fn a_page_is_erased_in_the_bank_that_is_named() {
    let mut flash = unlocked();
    let page = BANK2 + 3 * PAGE_BYTES;
    for offset in [
        page - 8,
        page,
        page + PAGE_BYTES - 8,
        page + PAGE_BYTES,
        3 * PAGE_BYTES,
    ] {
        flash.array_mut().set_word(offset, 1, None);
    }
    control(&mut flash, PER | BKER | 3 << 3 | STRT);
    assert_eq!(flash.next_event(), T0 + ERASE);
    flash.advance(T0 + ERASE);
    let words = [
        page - 8,
        page,
        page + PAGE_BYTES - 8,
        page + PAGE_BYTES,
        3 * PAGE_BYTES,
    ];
    let found = words.map(|offset| flash.array().word(offset));
    assert_eq!(found, [1, ERASED, ERASED, 1, 1]);
}

#[test]
fn only_the_busy_bank_makes_the_core_wait() {
    let mut flash = unlocked();
    control(&mut flash, PG);
    program(&mut flash, BANK2, 1, T0);
    assert_eq!(flash.stall(BANK2 + 8), Some(T0 + PROGRAM));
    assert_eq!(flash.stall(0), None);
    assert_eq!(flash.control_stall(CR), Some(T0 + PROGRAM));
}

#[test]
fn what_cannot_be_read_is_an_nmi_that_names_its_place() {
    let mut flash = Flash::new(Array::default());
    flash
        .array_mut()
        .set_word(BANK2 + 0x1238, 42, Some(Ecc::Uncorrectable));
    assert_eq!(flash.load(BANK2 + 0x1238, 4, T0), 42);
    flash.advance(T0);
    assert!(flash.nmi());
    assert_eq!(flash.read(ECCR), Ok(ECCD | 1 << 19 | 0x1238));
    assert_eq!(flash.write(ECCR, ECCD, T0), Ok(()));
    assert!(!flash.nmi());
    flash.array_mut().set_word(0, 42, Some(Ecc::Corrected));
    assert_eq!(flash.load(0, 1, T0), 42);
    flash.advance(T0);
    assert!(!flash.nmi());
    assert_eq!(flash.read(ECCR), Ok(ECCC));
}

#[test]
fn the_place_of_the_first_error_stays_until_all_flags_are_cleared() {
    let mut flash = Flash::new(Array::default());
    let torn = BANK2 + 0x40;
    flash.array_mut().set_word(0x80, 1, Some(Ecc::Corrected));
    flash
        .array_mut()
        .set_word(torn, 2, Some(Ecc::Uncorrectable));
    flash.load(0x80, 4, T0);
    flash.load(torn, 4, T0);
    flash.advance(T0);
    assert!(flash.nmi());
    assert_eq!(flash.read(ECCR), Ok(ECCD | ECCC | 0x80), "of the corrected");
    assert_eq!(flash.write(ECCR, ECCC, T0), Ok(()));
    flash.load(torn, 4, T0);
    assert_eq!(flash.read(ECCR), Ok(ECCD | 0x80), "still frozen by ECCD");
    assert_eq!(flash.write(ECCR, ECCD, T0), Ok(()));
    flash.load(torn, 4, T0);
    assert_eq!(flash.read(ECCR), Ok(ECCD | 1 << 19 | 0x40));
}

#[test]
fn the_nmi_comes_with_its_latency_unless_it_is_taken_back() {
    let mut flash = Flash::new(Array::default());
    flash.set_nmi_latency(Span::us(1));
    flash.array_mut().set_word(0, 1, Some(Ecc::Uncorrectable));
    let due = T0 + Span::us(1);
    flash.load(0, 4, T0);
    flash.advance(T0);
    assert_eq!((flash.nmi(), flash.next_event()), (false, due));
    flash.advance(due);
    assert_eq!((flash.nmi(), flash.next_event()), (true, Time::NEVER));
    assert_eq!(flash.write(ECCR, ECCD, T0), Ok(()));
    flash.load(0, 4, T0);
    assert_eq!(flash.write(ECCR, ECCD, T0), Ok(()));
    flash.advance(due);
    assert!(!flash.nmi());
}

#[test]
fn a_cut_leaves_the_old_the_new_or_something_torn_in_between() {
    let mut flash = unlocked();
    control(&mut flash, PG);
    program(&mut flash, 64, 0x00FF_00FF_00FF_00FF, T0);
    let cut = |tear| {
        let mut flash = flash.clone();
        let operation = flash.cut(tear);
        assert!(matches!(
            operation,
            Some(ArrayOperation::Program { offset: 64, .. })
        ));
        (flash.array().word(64), flash.array().ecc(64))
    };
    assert_eq!(cut(ArrayTear::Before), (ERASED, None));
    assert_eq!(cut(ArrayTear::After), (0x00FF_00FF_00FF_00FF, None));
    let value = 0x00FF_00FF_00FF_00FF;
    let torn = |remains| (1..50).map(move |seed| cut(ArrayTear::Torn(remains, seed)));
    for remains in Remains::ALL {
        assert!(torn(remains).all(|(word, _)| word & value == value));
        assert!(torn(remains).eq(torn(remains)), "the seed decides");
    }
    assert!(torn(Remains::Garbled).all(|(word, ecc)| word != ERASED && ecc.is_none()));
    let flawed = torn(Remains::Corrected);
    assert!(flawed.eq(torn(Remains::Garbled).map(|(word, _)| (word, Some(Ecc::Corrected)))));
    let unreadable = torn(Remains::Unreadable);
    assert!(
        unreadable.eq(torn(Remains::Garbled).map(|(word, _)| (word, Some(Ecc::Uncorrectable))))
    );
    assert!(torn(Remains::Weak).all(|left| left == (ERASED, Some(Ecc::Weak))));
}

#[test]
fn a_weak_double_word_reads_as_erased_and_is_not_programmed() {
    let mut flash = unlocked();
    flash.array_mut().set_word(64, ERASED, Some(Ecc::Weak));
    assert_eq!((flash.load(64, 4, T0), flash.nmi()), (u32::MAX, false));
    control(&mut flash, PG);
    program(&mut flash, 64, 1, T0);
    assert_eq!(flash.busy(), None);
    assert_eq!(flash.array().word(64), ERASED);
}

#[test]
fn chance_finds_every_way_to_tear() {
    let tears: Vec<_> = (0..100).map(ArrayTear::by_chance).collect();
    assert!(tears.contains(&ArrayTear::Before) && tears.contains(&ArrayTear::After));
    for remains in Remains::ALL {
        let is_it =
            |tear: &ArrayTear| matches!(tear, ArrayTear::Torn(found, _) if *found == remains);
        assert!(tears.iter().any(is_it), "{remains:?}");
    }
}
