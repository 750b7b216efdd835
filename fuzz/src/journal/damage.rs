//! Damage to a flash, and its encoding in an input.

use firmware::journal::{EntryKind, Journal};
use parts::flash::{FlashChip, PAGE, Socket, Tear, WORD};

use crate::input::{InputBytes, StepRow};

/// Bits that may change before another sound record is possible: a check of 16 bits detects any three.
const FLIPS_MAX: u32 = 3;

/// One kind of damage.
#[derive(Clone, Debug)]
pub enum Damage {
    /// A bit of this double-word changes.
    Flip(u16, u8),
    /// This double-word cannot be read any more.
    Spoil(u16),
    /// This double-word cannot be programmed, whatever it reads as.
    Weaken(u16),
    /// These bytes are there from this double-word on.
    Overwrite(u16, Vec<u8>),
    /// The second page becomes a copy of the first.
    CopyPage(u8, u8),
    /// A sound record of this kind with this payload follows.
    Append(u8, Vec<u8>),
    /// The journal is begun anew with a checkpoint of these bytes.
    Format(Vec<u8>),
    /// Power fails during the start, after this many operations, and tears the next one in this way.
    CutPower(u8, Tear, u8),
}

/// The damage so far.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Suffered {
    flips: u32,
    /// Log A, log B.
    logs: [bool; 2],
    weakened: bool,
    pub forged: bool,
    pub power_cut: bool,
}

impl Suffered {
    /// True if the damage cannot look like another journal.
    pub fn is_harmless(&self) -> bool {
        self.flips <= FLIPS_MAX && !self.forged
    }

    /// True if one log is as it was, and can be copied.
    pub fn must_start(&self) -> bool {
        self.is_harmless() && self.logs != [true, true] && !self.weakened && !self.power_cut
    }
}

impl Damage {
    /// The next damage of an input.
    pub fn read(input: &mut InputBytes) -> Damage {
        match input.below(9) {
            0 | 1 => Damage::Flip(input.short(), input.byte()),
            2 => Damage::Spoil(input.short()),
            3 => Damage::Weaken(input.short()),
            4 => Damage::Overwrite(input.short(), input.bytes().into()),
            5 => Damage::CopyPage(input.byte(), input.byte()),
            6 => Damage::Append(input.byte(), input.bytes().into()),
            7 => Damage::Format(input.bytes().into()),
            _ => {
                let tear = Tear::ALL[usize::from(input.below(5))];
                Damage::CutPower(input.byte(), tear, input.byte())
            }
        }
    }

    /// As an input.
    pub fn write(&self, row: &mut StepRow) {
        match self {
            Damage::Flip(word, bit) => row.byte(0).short(*word).byte(*bit),
            Damage::Spoil(word) => row.byte(2).short(*word),
            Damage::Weaken(word) => row.byte(3).short(*word),
            Damage::Overwrite(word, bytes) => row.byte(4).short(*word).bytes(bytes),
            Damage::CopyPage(from, to) => row.byte(5).byte(*from).byte(*to),
            Damage::Append(kind, payload) => row.byte(6).byte(*kind).bytes(payload),
            Damage::Format(checkpoint) => row.byte(7).bytes(checkpoint),
            Damage::CutPower(operations, tear, seed) => {
                let at = Tear::ALL.iter().position(|known| known == tear);
                let tear = at.and_then(|at| u8::try_from(at).ok()).unwrap_or(0);
                row.byte(8).byte(tear).byte(*operations).byte(*seed)
            }
        };
    }

    /// Applies the damage.
    pub(super) fn happen(&self, chip: &mut FlashChip, suffered: &mut Suffered) {
        match self {
            Damage::Flip(word, bit) => {
                let (address, bit) = (place(chip, *word, suffered), usize::from(bit % 64));
                suffered.flips += 1;
                chip.flip_bit(address + bit / 8, bit % 8);
            }
            Damage::Spoil(word) => {
                let address = place(chip, *word, suffered);
                chip.spoil_word(address);
            }
            Damage::Weaken(word) => {
                let address = place(chip, *word, suffered);
                suffered.weakened = true;
                chip.weaken_word(address);
            }
            Damage::Overwrite(word, bytes) => {
                let address = place(chip, *word, suffered);
                suffered.forged = true;
                overwrite(chip, address, bytes);
            }
            Damage::CopyPage(from, to) => {
                suffered.forged = true;
                copy_page(chip, usize::from(*from), usize::from(*to));
            }
            Damage::Append(kind, payload) => {
                suffered.forged = true;
                append(chip, *kind, payload);
            }
            Damage::Format(checkpoint) => {
                suffered.forged = true;
                format(chip, checkpoint);
            }
            Damage::CutPower(operations, tear, seed) => {
                suffered.power_cut = true;
                chip.cut_power_after((*operations).into(), *tear, (*seed).into());
            }
        }
    }
}

/// The address of a double-word. Its log counts as damaged from here on.
fn place(chip: &FlashChip, word: u16, suffered: &mut Suffered) -> usize {
    let words = chip.image().len() / WORD;
    let word = usize::from(word) % words;
    suffered.logs[usize::from(word >= words / 2)] = true;
    word * WORD
}

fn overwrite(chip: &mut FlashChip, address: usize, bytes: &[u8]) {
    let room = chip.image().len() - address;
    for (index, byte) in bytes.iter().take(room).enumerate() {
        let changed = chip.image()[address + index] ^ byte;
        let bits = (0..8).filter(|bit| changed >> bit & 1 == 1);
        bits.for_each(|bit| chip.flip_bit(address + index, bit));
    }
}

fn copy_page(chip: &mut FlashChip, from: usize, to: usize) {
    let pages = chip.image().len() / PAGE;
    let page = chip.bytes(from % pages * PAGE, PAGE).to_vec();
    overwrite(chip, to % pages * PAGE, &page);
}

/// Does nothing where there is no journal to append to.
fn append(chip: &mut FlashChip, kind: u8, payload: &[u8]) {
    with_journal(chip, |journal| {
        if let (Ok(_), Some(kind)) = (journal.recover(), EntryKind::new(kind)) {
            let _ = journal.append(kind, payload);
        }
    });
}

fn format(chip: &mut FlashChip, checkpoint: &[u8]) {
    with_journal(chip, |journal| {
        let _ = journal.format(checkpoint);
    });
}

fn with_journal(chip: &mut FlashChip, change: impl FnOnce(&mut Journal<Socket>)) {
    let flash = Socket::new(chip.clone());
    let mut journal = Journal::new(flash.clone()).expect("a flash that fits");
    change(&mut journal);
    chip.clone_from(&flash.chip());
    chip.power_on();
}
