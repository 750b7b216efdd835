//! A table of the pit: its controller with chain, journal and flash, a clock that is not exact, and a replica of its
//! ledger that knows the journal's entries and nothing else.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use parts::chain::Change;
use parts::flash::FlashChip;
use shared_rules::games::{Game, VoidCause};
use shared_rules::ledger::{Configuration, Entry, Ledger, Table, Waiting};
use shared_rules::pool::{RoundNumber, TableNumber};
use shared_rules::round::{Event, Phase, Round};
use shared_rules::wire::message::Command;
use shared_rules::wire::payload::{self, Payload};

use crate::simulate::stage::{CommandAnswer, Lean, Stage};
use crate::simulate::{Difference, Life, agree};

/// Scans after which chips have come to rest.
const REST_MS: u64 = 40;

/// Scans after which the chain is believed.
const START_SCANS: u64 = 540;

/// The supervisor's key on the chain. It stays turned: somebody stands at the table.
const SUPERVISOR: usize = 3;

/// Rounds that an aged table has played by itself.
const AGE_ROUNDS: u32 = 60;

/// Pages of the journal of a table that is not aged: the ring comes round soon.
const FEW_PAGES: usize = 32;

/// A table.
#[derive(Debug)]
pub struct SimulatedMember {
    pub number: TableNumber,
    pub lean: Lean,
    /// The table's milliseconds in a thousand.
    pace: u64,
    paced: u64,
    /// The ledger as the journal alone tells it.
    pub replica: Ledger,
    next_entry: u32,
    /// The bytes of every message for the pool that the journal leads to: message `n` is at `n - 1`.
    pub messages: Vec<Vec<u8>>,
    /// The rounds that are paid at an amount registered before the pool was lost.
    pub registered: BTreeSet<RoundNumber>,
    /// The awards that the supervisor has confirmed.
    pub confirmed: Vec<Waiting>,
    /// Power comes back at this time.
    pub dark_until_ms: Option<u64>,
    /// The chips of each seat on the felt.
    pub felt: Vec<u8>,
}

/// The flash of a table that has played by itself for long, made once for each game.
fn aged_flash(game: Game) -> FlashChip {
    static FLASHES: [OnceLock<Vec<u8>>; 5] = [const { OnceLock::new() }; 5];
    let index = Game::ALL.iter().position(|other| *other == game);
    let image = FLASHES[index.expect("one of the games")].get_or_init(|| {
        let mut life = Life::new(1, Some(game));
        let played = life.play_to(AGE_ROUNDS, |_| {});
        played.expect("a life without a difference");
        life.flash()
    });
    FlashChip::from_image(image)
}

impl SimulatedMember {
    /// A table that has power, is configured and belongs to no link.
    pub fn new(
        number: TableNumber,
        seed: u64,
        house: &Configuration,
        is_aged: bool,
        pace: u64,
    ) -> SimulatedMember {
        let lean = match is_aged {
            true => Lean::with_flash(seed, aged_flash(house.game)),
            false => Lean::new(seed, FEW_PAGES),
        };
        let mut table = SimulatedMember {
            number,
            lean,
            pace,
            paced: 0,
            replica: Ledger::new(),
            next_entry: 0,
            messages: Vec::new(),
            registered: BTreeSet::new(),
            confirmed: Vec::new(),
            dark_until_ms: None,
            felt: vec![0; 7],
        };
        table.lean.change(Change::Key(SUPERVISOR, true));
        table.lean.scan_ms(START_SCANS);
        table.end_old_round();
        table.commands(&Command::Configure(*house));
        table.replica = table.ledger().clone();
        table.next_entry = table.lean.next_entry();
        table.lean.attend(table.next_entry);
        table
    }

    /// An aged table has a round open and awards that wait.
    fn end_old_round(&mut self) {
        let Some(round) = self.ledger().table().map(Table::round) else {
            return;
        };
        if round.is_waiting() || !matches!(round.phase(), Phase::Paid | Phase::Void(_)) {
            let void = Event::Void(round.number(), VoidCause::ShiftManager);
            self.commands(&Command::Round(void));
        }
        while self
            .ledger()
            .table()
            .is_some_and(|t| !t.waiting().is_empty())
        {
            self.commands(&Command::Confirm);
        }
    }

    fn commands(&mut self, command: &Command) {
        let answer = self.lean.say(command);
        assert_eq!(answer, Some(CommandAnswer::Done), "{command:?}");
    }

    /// The controller's ledger, while there is power, or else the last one that the journal tells of.
    pub fn ledger(&self) -> &Ledger {
        self.lean.ledger().unwrap_or(&self.replica)
    }

    /// The round.
    pub fn round(&self) -> &Round {
        let table = self.ledger().table();
        table.expect("a configured table").round()
    }

    /// True while the table runs.
    pub fn has_power(&self) -> bool {
        self.lean.is_powered()
    }

    /// Milliseconds pass, by the table's own clock. Power comes back when it is due.
    pub fn pass(&mut self, ms: u64, now_ms: u64) {
        self.paced += ms * self.pace;
        let own_ms = self.paced / 1_000;
        self.paced %= 1_000;
        self.lean.skip_ms(own_ms);
        if self.dark_until_ms.is_some_and(|until| now_ms >= until) {
            self.dark_until_ms = None;
            self.lean.power_on(None);
            self.lean.scan_ms(START_SCANS);
            self.lean.attend(self.next_entry);
        }
    }

    /// Chips are laid with an Ante; none for no bet at all.
    pub fn lay(&mut self, chips: &[u8]) {
        for (seat, count) in chips.iter().enumerate().take(self.felt.len()) {
            self.felt[seat] = *count;
            self.lean.change(Change::Chips(seat, *count));
            self.lean.change(Change::Ante(seat, *count > 0));
        }
        self.lean.scan_ms(REST_MS);
    }

    /// The console's command; none without an answer.
    pub fn say(&mut self, command: &Command) -> Option<CommandAnswer> {
        let answer = self.lean.say(command);
        self.lean.scan_ms(3);
        answer
    }

    /// Hears letters of the pool. Returns the letters to it, and the entries that are new in the journal.
    ///
    /// # Errors
    /// The journal has an entry out of its order.
    pub fn converse(
        &mut self,
        letters: &[Payload],
    ) -> Result<(Vec<Payload>, Vec<Entry>), Difference> {
        let (said, written) = self.lean.converse(letters);
        let mut entries = Vec::with_capacity(written.len());
        for (number, entry) in written {
            agree("the number of an entry", &self.next_entry, &number)?;
            self.next_entry += 1;
            entries.push(entry);
        }
        Ok((said, entries))
    }

    /// Folds an entry of the journal into the replica, and notes the messages that it leads to.
    ///
    /// # Errors
    /// The entry contradicts the journal.
    pub fn note(&mut self, entry: &Entry) -> Result<(), Difference> {
        let applied = self.replica.apply(entry).map(|_| ());
        agree(&format!("{entry:?} in the journal"), &Ok(()), &applied)?;
        let Some(link) = self.replica.link() else {
            return Ok(());
        };
        let written = u32::try_from(self.messages.len()).expect("few messages");
        for number in written + 1..=link.last_number() {
            let message = self.replica.message(number);
            agree("a new message is kept", &true, &message.is_some())?;
            let bytes = payload::write(&message.expect("it is kept"));
            self.messages.push(bytes.expect("a short message").to_vec());
        }
        Ok(())
    }
}
