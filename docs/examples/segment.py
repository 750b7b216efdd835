#!/usr/bin/env python3
"""Reads segments of a pool's log with Python's standard library alone.

    segment.py KEYFILE SEGMENT...

Verifies segments in the order given and prints one line per record. The key's file has 64 hexadecimal digits.
docs/linked.md describes the format. Amounts are not worked out again.
"""
import hashlib
import hmac
import struct
import sys

HEAD = struct.Struct("<8sIIQQQQ32s32s32s32s32s")
TRAILER = 48
KINDS = ["open", "lock", "settled", "void", "invalidate", "confirmed", "join"]


class Fields:
    """Reads postcard: integers above 8 bits in groups of 7 bits, the lowest first."""
    def __init__(self, data):
        self.data, self.at = data, 0

    def raw(self, count):
        self.at += count
        if self.at > len(self.data):
            raise ValueError("a record ends too early")
        return self.data[self.at - count:self.at]

    def number(self):
        byte = self.raw(1)[0]
        return byte if byte < 128 else (byte & 127) + 128 * self.number()

    def option(self):
        return self.number() if self.raw(1)[0] else None


def entry(message):
    fields = Fields(message)
    form = fields.number()
    if form == 2:
        words = f"number={fields.number()} open round={fields.number()}"
        return f"{words} messages={fields.raw(1)[0]} record={fields.raw(8).hex()}"
    if form != 1:
        raise ValueError("no entry")
    number, seen, kind = fields.number(), fields.option(), KINDS[fields.number()]
    words = f"number={number} {kind}"
    if kind == "join":
        return f"{words} meter={fields.number()} reserve={fields.number()}"
    words += f" round={fields.number()}"
    if kind == "lock":
        words += f" units={list(fields.raw(7))} dealt={fields.number()} seen={seen}"
    elif kind == "settled":
        made = [fields.number() for _ in range(7)]
        words += f" made={made} returned={fields.raw(1)[0]:#x} registered={fields.option()}"
    elif kind == "invalidate":
        words += f" seat={fields.raw(1)[0]}"
    elif kind == "confirmed":
        words += f" shares={seen}"
    return words


def record(fields):
    kind = fields.number()
    if kind == 0:
        words = f"founded link={fields.number()} game={fields.number()} unit={fields.number()}"
        words += f" reset={fields.number()} contribution={fields.number()} reserve={fields.number()}"
        return f"{words} limit={fields.option()} at={fields.number()}"
    if kind in (1, 2, 3, 6):
        table, generation, boot, received = (fields.number() for _ in range(4))
        fields.raw(16)
        what = {1: "accepted", 2: "impossible", 3: "contradiction", 6: "crossed"}[kind]
        message = fields.raw(fields.number())
        return f"{what} table={table} generation={generation} received={received} {entry(message)}"
    if kind in (4, 7):
        ruling = ["do_not_wait", "strike", "lift"][fields.number()]
        table, round_ = fields.number(), fields.number() if ruling != "lift" else None
        words = f"ruled {ruling} table={table} round={round_} at={fields.number()}"
        return words if kind == 4 else f"{words} challenge={fields.raw(16).hex()} code={fields.raw(16).hex()}"
    if kind == 5:
        return f"checkpoint at={fields.number()} bytes={len(fields.raw(fields.number()))}"
    raise ValueError(f"a record of kind {kind}")


def segment(path, key, before):
    with open(path, "rb") as file:
        data = file.read()
    magic, version, link, first, last, size, written, *digests = HEAD.unpack_from(data)
    previous_block, first_block, last_block, state, previous = digests
    body, digest, code = data[:-TRAILER], data[-TRAILER:-16], data[-16:]
    if (magic, version, size) != (b"CSPLSEGM", 1, len(data)):
        raise ValueError("no segment of version 1, or another size")
    if hashlib.sha256(body).digest() != digest:
        raise ValueError("its bytes have been changed")
    tag = hmac.new(key, b"coinspot segment 1" + digest, hashlib.sha256).digest()[:16]
    if not hmac.compare_digest(tag, code):
        raise ValueError("it was not signed with this key")
    if before and (previous, link, first, first_block) != before:
        raise ValueError("it does not follow the segment before it")
    at, chain = HEAD.size, previous_block
    for number in range(first, last + 1):
        (length,) = struct.unpack_from("<I", body, at)
        block, stored = body[at + 4:at + length - 28], body[at + length - 28:at + length + 4]
        at += length + 4
        fields = Fields(block)
        if hashlib.sha256(block).digest() != stored:
            raise ValueError(f"block {number} has been changed")
        if (fields.number(), fields.raw(32)) != (number, chain):
            raise ValueError(f"block {number} does not follow the one before")
        after, chain = fields.raw(32), stored
        for _ in range(fields.number()):
            line = record(fields)
            if number > first or not before:
                print(f"{number} {line}")
    if (at, chain, after) != (len(body), last_block, state):
        raise ValueError("it ends with another block than its head says")
    return digest, link, last, last_block


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="ascii") as file:
        key, before = bytes.fromhex(file.read().strip()), None
    for path in sys.argv[2:]:
        try:
            before = segment(path, key, before)
        except (ValueError, struct.error, IndexError) as fault:
            sys.exit(f"{path}: {fault}")
