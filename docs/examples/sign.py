#!/usr/bin/env python3
"""Prints what a jackpot sign would show, with Python's standard library alone.

    sign.py HOST:PORT NUMBER KEYFILE

Opens the sign's wire with the pairing key of this number, 64 hexadecimal digits in a file, reports the version of this
sign in every session, and prints a line for every picture that differs from the one before. docs/protocol.md describes
version and picture.
"""
import sys

from wire import SIGN, Fields, Wire

MESSAGES = 8
VERSION = bytes([MESSAGES, 0, 1, 0])
PHASES = ["JACKPOT", "BETS OPEN", "NO MORE BETS"]
HANDS = ["HIGH CARD", "ONE PAIR", "TWO PAIRS", "THREE OF A KIND", "STRAIGHT", "FLUSH", "FULL HOUSE",
         "FOUR OF A KIND", "STRAIGHT FLUSH", "ROYAL FLUSH"]
AWARDS = ["", "ROYAL FLUSH ON THE FLOP", "ROYAL FLUSH ON THE TURN", "ROYAL FLUSH ON THE RIVER", "ROYAL FLUSH OF SPADES",
          "COMMUNITY", "ENVY"]
FAULTS = ["SEAT", "CHAIN", "JOURNAL", "CONSOLE", "CONTROLLER", "POOL"]


def dollars(cents):
    return f"${cents // 100:,}.{cents % 100:02}"


def award(fields):
    kind = fields.number()
    hand = HANDS[fields.number()] if kind in (0, 5) else ""
    return f"{AWARDS[kind]} {hand}".strip()


def banner(fields):
    kind = fields.number()
    if kind == 0:
        return ""
    table = f"TABLE {fields.number()} " if kind == 4 else ""
    seat, hand = fields.byte(), award(fields)
    state = ["", "PENDING", "WIN", "WIN", "WIN"][kind]
    amount = "" if kind == 3 else " " + dollars(fields.number())
    return f" | {state}: {table}SEAT {seat} {hand}{amount}"


def fault(fields):
    kind = fields.number()
    return f" | FAULT: {FAULTS[kind]}" + (f" {fields.byte()}" if kind == 0 else "")


def words(payload):
    """The amount, the phase and the banner. The limits, which follow, have a page of their own."""
    fields = Fields(payload)
    amount = fields.option(fields.number)
    text = f"{PHASES[fields.number()]} {'-' if amount is None else dollars(amount)}{banner(fields)}"
    text += fields.option(lambda: fault(fields)) or ""
    return text + (" | NO PROGRESSIVE BETS" if fields.byte() else "")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    address, key_number, path = sys.argv[1:]
    with open(path, encoding="ascii") as file:
        key = bytes.fromhex(file.read().strip())
    wire = Wire(address, SIGN, int(key_number), key)
    picture = shown = ""
    while True:
        for payload in wire.poll():
            if payload:
                picture = words(payload)
            else:
                # A session begins: the table tells the whole picture again once it has the version.
                wire.put(VERSION)
        line = picture if wire.is_up() else f"NO LINK: LAST KNOWN {picture}"
        if picture and line != shown:
            print(line, flush=True)
            shown = line


if __name__ == "__main__":
    try:
        main()
    except (ConnectionError, KeyboardInterrupt):
        pass
