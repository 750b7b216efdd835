#!/usr/bin/env python3
"""Plays one round at a table as its dealer's console, with Python's standard library alone.

    console.py HOST:PORT NUMBER KEYFILE GAME

Opens the wire with the key of this number, 64 hexadecimal digits in a file, and signs its commands with it: the key of
a shift manager may do everything. GAME is thb6, rws6, ml6, ml9 or tcp5, as the table is configured; the supervisor's key
is turned, and a guest at seat 1 has chips. docs/protocol.md describes the messages.
"""
import sys
import time

from wire import CONSOLE, Fields, Wire, code, number

# Requests, reports, commands and events in the order of docs/protocol.md.
ASK_HELLO, COMMAND, METERS, FOLLOW = 0, 1, 2, 3
TOLD_HELLO, DONE, REFUSED, TOLD_METERS, ENTRY, HALTED = range(6)
ROUND, CONFIRM = b"\0", b"\1"
PLACE_YOUR_BETS, NO_MORE_BETS, HAND, DEALER, COMMUNITY, RAISE, SETTLE, PAID = 0, 4, 5, 6, 7, 9, 13, 14
FLOP, PLAY = 2, 5
SEAT = 1
ENTRIES = ["boot", "round", "locked", "settled", "confirmed", "configured", "clock", "fault", "healed", "moved",
           "refused", "last words", "door", "overruled", "link", "time", "time of day", "person", "supervisor's key",
           "chip", "chain", "Ante moved"]
PATIENCE = 60.0


def cards(text):
    """The number of a card counts clubs, diamonds, hearts and spades, each from deuce to ace."""
    names = [text[at:at + 2] for at in range(0, len(text), 2)]
    indexes = [13 * "cdhs".index(suit) + "23456789TJQKA".index(rank) for rank, suit in names]
    return bytes([len(indexes), *indexes])


def event(kind, *fields):
    return ROUND + bytes([kind]) + b"".join(fields)


def raises(wager):
    return event(RAISE, bytes([wager, 1 << SEAT]))


def play(game):
    """What is dealt and decided after the close: seat 1 has a royal flush."""
    seat = bytes([SEAT])
    if game == "tcp5":
        return [event(HAND, seat, cards("AsKsQs")), event(DEALER, cards("4c9dKd")), raises(PLAY)]
    return [
        event(HAND, seat, cards("AsKs")),
        event(DEALER, cards("9c9d")),
        raises(FLOP),
        event(COMMUNITY, cards("QsJsTs")),
        event(COMMUNITY, cards("2d")),
        event(COMMUNITY, cards("3c")),
    ]


class Refused(Exception):
    """The table's answer in hexadecimal digits, or why there is none."""


class Console:
    def __init__(self, address, key_number, key):
        self.wire = Wire(address, CONSOLE, key_number, key)
        self.person, self.key, self.reports = key_number, key, []
        self.wait(lambda: self.wire.is_begun, "a session")
        self.reports.clear()
        hello = self.ask(bytes([ASK_HELLO]))
        version, boot = hello.byte(), hello.number()
        session, self.counter, following = hello.raw(16), hello.number(), hello.number()
        chip = hello.raw(12).hex() if hello.byte() else "none"
        print(f"messages of version {version}, start {boot}, next entry {following}, chip {chip}")
        self.session = session
        self.ask(bytes([FOLLOW]) + number(following))

    def wait(self, is_done, what):
        until = time.monotonic() + PATIENCE
        while not is_done():
            self.hear(self.wire.poll())
            if time.monotonic() > until:
                sys.exit(f"no {what}")

    def hear(self, came):
        for payload in came:
            if payload and payload[0] == ENTRY:
                fields = Fields(payload[1:])
                count = fields.number()
                kind = Fields(fields.raw(fields.number())).number()
                print(f"  entry {count}: {ENTRIES[kind] if kind < len(ENTRIES) else kind}")
            else:
                self.reports.append(payload)

    def ask(self, request, again=True):
        """Sends a request and returns the fields of its answer. Another session has forgotten the request."""
        answer = None
        while answer is None:
            self.hear(self.wire.send(request))
            self.wait(lambda: self.reports, "answer")
            answer = self.reports.pop(0)
            if answer is None and not again:
                raise Refused("a command is lost, or carried out: another session has begun")
        if answer[0] == REFUSED:
            raise Refused(answer.hex())
        if answer[0] == HALTED:
            sys.exit("the table is halted")
        return Fields(answer[1:])

    def command(self, command):
        """Signs a command with the next counter, and has it carried out."""
        self.counter += 1
        person, counter = bytes([self.person]), self.counter.to_bytes(8, "little")
        tag = code(self.key, b"coinspot command 2", self.session, person, counter, command)[:16]
        signed = person + number(self.counter) + tag + number(len(command)) + command
        self.ask(bytes([COMMAND]) + signed, again=False)

    def open(self):
        """A table that was without its console or sign opens its bets some seconds after both are back."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return self.command(event(PLACE_YOUR_BETS))
            except Refused:
                if time.monotonic() > until:
                    raise
            self.rest(0.5)

    def shown(self):
        """The jackpot in cents, as the sign shows it."""
        return self.ask(bytes([METERS])).number()

    def rest(self, seconds):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.hear(self.wire.poll())


def dollars(cents):
    return f"${cents // 100:,}.{cents % 100:02}"


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    address, key_number, path, game = sys.argv[1:]
    with open(path, encoding="ascii") as file:
        key = bytes.fromhex(file.read().strip())
    console = Console(address, int(key_number), key)
    print("place your bets")
    console.open()
    console.rest(2.0)
    print("no more bets")
    console.command(event(NO_MORE_BETS))
    print(f"the jackpot is {dollars(console.shown())}")
    for step in play(game) + [event(SETTLE)]:
        console.command(step)
    print("settled; the supervisor confirms the award")
    console.command(CONFIRM)
    console.command(event(PAID))
    print(f"paid; the jackpot is {dollars(console.shown())}")
    # The sign shows the end of the round before this end of the wire falls silent.
    console.rest(1.0)


if __name__ == "__main__":
    try:
        main()
    except (ConnectionError, Refused) as fault:
        sys.exit(f"{type(fault).__name__}: {fault}")
