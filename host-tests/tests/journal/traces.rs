//! What one power cut leaves behind must not be taken for a loss at the next, and a number that changes in memory must
//! not replace an entry.

use super::book::{Book, KIND, SMALL, Script, Step, formatted, recovered, replayed, write};
use firmware::journal::{Error, Journal};
use parts::flash::{FlashChip, Operation, Socket, Tear};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Power comes back.
fn restarted(socket: &Socket) -> Result<Journal<Socket>, Error> {
    socket.chip().power_on();
    socket.chip().clear_history();
    let mut journal = Journal::new(socket.clone())?;
    journal.recover()?;
    Ok(journal)
}

/// A ring that has come round, at a place where a long entry would turn the page and a short one would not.
fn before_a_turn() -> (Socket, Journal<Socket>) {
    let (socket, mut journal) = formatted(SMALL);
    for _ in 0..SMALL / 2 * 170 {
        if journal.needs_checkpoint() {
            journal.append_checkpoint(&[0; 600]).expect("a sound flash");
        }
        journal.append(KIND, &[1; 5]).expect("a sound flash");
    }
    while !turns_page(&socket) {
        journal.append(KIND, &[1; 100]).expect("a sound flash");
    }
    (socket, journal)
}

fn turns_page(socket: &Socket) -> bool {
    let tried = Socket::new(socket.chip().clone());
    let mut journal = restarted(&tried).expect("a sound flash");
    journal.append(KIND, &[3; 200]).expect("a sound flash");
    matches!(tried.chip().history().first(), Some(Operation::Erase(_)))
}

/// Power fails while log A erases its next page for a long entry; the table starts, and writes short ones, which still
/// fit into the page before. Then power fails between log A and log B.
#[test]
fn a_half_erased_page_is_no_trace_of_a_lost_entry() {
    let (fresh, _) = before_a_turn();
    for tear in Tear::ALL {
        for seed in 0..50 {
            let socket = Socket::new(fresh.chip().clone());
            let mut journal = restarted(&socket).expect("a sound flash");
            socket.chip().cut_power_after(0, tear, seed);
            journal.append(KIND, &[3; 200]).expect_err("power fails");
            let mut journal = restarted(&socket).expect("nothing is lost");
            journal.append(KIND, &[1]).expect("a sound flash");
            socket.chip().clear_history();
            socket.chip().cut_power_after(1, Tear::Before, 0);
            journal.append(KIND, &[4]).expect_err("power fails");
            let again = restarted(&socket).map(|_| ());
            assert_eq!(again, Ok(()), "{tear:?}, seed {seed}");
        }
    }
}

/// Whole lives of power cuts, half of them close to the turn of a page.
#[test]
fn lives_of_power_cuts_end_in_no_halt() {
    let mut cuts = 0;
    for seed in 0..24 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (socket, mut journal) = formatted(SMALL);
        let mut script = Script::new(seed);
        let mut book = Book::default();
        for _ in 0..120 {
            let most = if random.random() { 12 } else { 400 };
            let after = random.random_range(0..most);
            let tear = Tear::ALL[random.random_range(0..Tear::ALL.len())];
            if most == 12 {
                writes_up_to_a_turn(&socket, &mut journal, &mut book);
            }
            socket.chip().clear_history();
            socket.chip().cut_power_after(after, tear, random.random());
            let in_flight = loop {
                let step = script.next(&journal);
                if write(&mut journal, &step).is_err() {
                    break step;
                }
                book.add(&step);
            };
            cuts += 1;
            let restart = restarted(&socket);
            journal = restart.unwrap_or_else(|error| panic!("seed {seed}, cut {cuts}: {error}"));
            let found = replayed(&mut journal).expect("a sound journal");
            let after = book.after(&in_flight);
            assert!(found == book || found == after, "seed {seed}, cut {cuts}");
            book = found;
        }
    }
    println!("{cuts} cuts in 24 lives");
}

/// Short entries until a long one would turn the page.
fn writes_up_to_a_turn(socket: &Socket, journal: &mut Journal<Socket>, book: &mut Book) {
    while !turns_page(socket) && !journal.needs_checkpoint() {
        let step = Step::Entry(7, vec![1; 100]);
        write(journal, &step).expect("a sound flash");
        book.add(&step);
    }
}

/// A flipped bit in the number of the next entry: nothing is written under it, so nothing is replaced.
#[test]
fn a_number_that_does_not_follow_is_never_written() {
    for bit in 0..32 {
        let (socket, mut journal) = formatted(SMALL);
        for number in 0..300_u16 {
            let entry = number.to_le_bytes();
            journal.append(KIND, &entry).expect("a sound flash");
        }
        let (sound, _) = recovered(&socket.chip()).expect("a sound flash");
        *journal.tamper().expect("a live journal") ^= 1 << bit;
        let refused = journal.append(KIND, &[9; 9]);
        let is_out_of_step = matches!(refused, Err(Error::OutOfStep { .. }));
        assert!(is_out_of_step, "{bit}: {refused:?}");
        assert!(!journal.is_live());
        let (found, _) = recovered(&socket.chip()).expect("a sound flash");
        assert_eq!(found, sound, "bit {bit}");
    }
}

/// Power that fails while the very first header is written leaves a new board, whatever the torn word looks like.
#[test]
fn a_torn_first_header_is_no_other_version() {
    for seed in 0..20_000 {
        let socket = Socket::new(FlashChip::new(SMALL));
        let mut journal = Journal::new(socket.clone()).expect("a flash that fits");
        socket.chip().cut_power_after(1, Tear::Garbled, seed);
        journal.format(&[]).expect_err("power fails");
        let left = restarted(&socket).map(|_| ());
        assert_eq!(left, Err(Error::Blank), "seed {seed}");
    }
}
