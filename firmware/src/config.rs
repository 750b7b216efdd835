//! The tunables of the controller: each with its unit, the reason for its value, and the remaining margin.

/// Nanoseconds that LATCH stays low in a pulse.
///
/// Reason: the slowest part of the chain is a 74HC165, which asks for 24 ns at 4.5 V and 120 ns at
/// 2 V, hot; the chain runs at 3.3 V. Margin: 80 ns above the figure for 2 V.
pub const LATCH_LOW_NS: u32 = 200;

/// Lit samples, 2 ms apart, in which all gates of a spot must agree before they count.
///
/// Reason: five of them span 8 ms, and a disturbance shorter than 8 ms meets at most four. Margin: from settled chip to
/// lamp takes 2 + 8 + 1.05 = 11.05 ms at worst; the bar is 12.
pub const GATE_SAMPLES: u16 = 5;

/// Samples, 1 ms apart, in which an Ante spot must agree before it counts.
///
/// Reason: the same 8 ms as a gate, since the same chips fall on it. Margin: at worst 10.05 ms to
/// the lamp, so that an Ante never holds back the bet that it makes acceptable.
pub const ANTE_SAMPLES: u16 = 9;

/// Samples, 1 ms apart, in which a key must agree before it counts.
///
/// Reason: keys and key switches bounce for up to 10 ms. Margin: twice that, and still a fifth of
/// the 100 ms that a finger notices.
pub const KEY_SAMPLES: u16 = 21;

/// Lit samples, 2 ms apart, without a clean stack before a spot is called faulted.
///
/// Reason: a hand that places chips makes holes and flicker for about 300 ms; they are no bet
/// from the start, but no fault of the sensors either. Margin: 500 ms.
pub const UNREADABLE_SAMPLES: u16 = 250;

/// Samples, 1 ms apart, that must all be good before a fault of a seat or the chain is gone.
///
/// Reason: a plug that is pushed in, or a lamp that swings past, comes and goes for some 100 ms; a line that answers at
/// random is right in 500 samples once in 2^500. Margin: five times, and a seat is back before anyone has walked over
/// to it.
pub const FAULT_CLEAR_SAMPLES: u16 = 500;

/// Samples, 1 ms apart, that do not count after the supply has been low.
///
/// Reason: the receivers' own supply follows the board's with some milliseconds of delay. Margin: ten times, and far
/// less than the moment in which somebody notices lamps that do not follow.
pub const SUPPLY_SETTLED_SAMPLES: u16 = 50;

/// Samples, 1 ms apart, that must all be good after a start before the chain is believed.
///
/// Reason: the first scan comes 23 ms after power at one cycle an instruction, behind the check of the image, and a key
/// pressed half a second after power must be read. Margin: 27 ms; at two cycles an instruction the check takes about
/// 19 ms more, and 8 are left.
pub const CHAIN_PROOF_SAMPLES: u16 = 450;

/// Samples that are looked back upon to tell noise from a fault.
///
/// Reason: a broken line is wrong in every other sample at least, and shows itself in ten of them. Margin: six more.
pub const NOISE_WINDOW_SAMPLES: u32 = 16;

/// Disturbed samples among them that are still noise.
///
/// Reason: with one bit in 10,000 flipped, five loop-backs of 16 are wrong once in 10^15 samples. Margin: a broken line
/// makes eight.
pub const NOISE_SAMPLES_MAX: u32 = 4;

/// Lit samples, 2 ms apart, with the holes of a dead emitter bank before every seat is called faulted.
///
/// Reason: two hands that place chips at once may look like it for about 300 ms; counts are frozen meanwhile. Margin:
/// 100 ms, and as much to the 500 ms within which a dead bank must be told.
pub const DEAD_BANK_SAMPLES: u16 = 200;

/// Milliseconds of a slow blink, half of them lit.
///
/// Reason: an invitation, seen without looking for it. Margin: a quarter of the fast blink's rate.
pub const SLOW_BLINK_MS: u32 = 1_000;

/// Milliseconds of a fast blink, half of them lit.
///
/// Reason: clearly urgent beside the slow blink. Margin: each half is over 100 scans long.
pub const FAST_BLINK_MS: u32 = 250;

/// Milliseconds of one short flash; two of them and the gap between make the sign of a fault.
///
/// Reason: the shortest that is seen as a flash of its own from across the table is about 50 ms.
/// Margin: twice that.
pub const SHORT_FLASH_MS: u32 = 100;

/// Milliseconds from the first short flash of a pair to the first of the next.
///
/// Reason: the pause must be so much longer than the gap within the pair that two are counted.
/// Margin: nine flashes long, where the gap is one.
pub const FLASH_PAIR_MS: u32 = 1_200;

/// Milliseconds for which each lamp of a winner's chase is lit.
///
/// Reason: a light that runs; ring and five lamps take 0.6 s. Margin: a step lasts 100 scans.
pub const CHASE_STEP_MS: u32 = 100;

/// Milliseconds between two times at which a lamp's pattern may change.
///
/// Reason: every pattern above begins and ends at a multiple of it, so that outputs need not be computed in every scan.
/// Margin: none, and none is needed: it divides them all.
pub const LAMP_STEP_MS: u32 = 25;

/// Milliseconds after which all patterns begin anew together.
///
/// Reason: every pattern's period divides it; a chase has up to six turns, and 60 steps are whole turns of each.
/// Margin: none, and none is needed.
pub const LAMP_CYCLE_MS: u32 = 6_000;

const _: () = assert!(
    LAMP_CYCLE_MS.is_multiple_of(SLOW_BLINK_MS)
        && LAMP_CYCLE_MS.is_multiple_of(FAST_BLINK_MS)
        && LAMP_CYCLE_MS.is_multiple_of(FLASH_PAIR_MS)
        && LAMP_CYCLE_MS.is_multiple_of(CHASE_STEP_MS * 60)
);

const _: () = assert!(
    (SLOW_BLINK_MS / 2).is_multiple_of(LAMP_STEP_MS)
        && (FAST_BLINK_MS / 2).is_multiple_of(LAMP_STEP_MS)
        && SHORT_FLASH_MS.is_multiple_of(LAMP_STEP_MS)
        && FLASH_PAIR_MS.is_multiple_of(LAMP_STEP_MS)
        && CHASE_STEP_MS.is_multiple_of(LAMP_STEP_MS)
);
