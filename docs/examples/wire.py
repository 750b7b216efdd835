"""The initiator's end of a table's wire with Python's standard library alone: frames, sessions, retries.

docs/protocol.md describes the format. console.py and sign.py show how to use it.
"""
import hashlib
import hmac
import os
import socket
import time

VERSION, KNOCK, HELLO, WELCOME, SEALED = 2, 0, 1, 2, 3
DATA, ACK, HEARTBEAT = 0, 1, 2
SIGN, CONSOLE = 1, 2
INITIATOR, RESPONDER = b"\1", b"\2"
RETRY, BEAT, SILENCE, OVER = 0.1, 0.2, 1.0, 10.0


def code(key, *parts):
    return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


def crc(data):
    """CRC-32C, bit by bit."""
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
    return (value ^ 0xFFFFFFFF).to_bytes(4, "little")


def cobs(data):
    out, block = b"", b""
    for byte in data:
        if byte:
            block += bytes([byte])
        if not byte or len(block) == 254:
            out, block = out + bytes([len(block) + 1]) + block, b""
    return out + bytes([len(block) + 1]) + block


def uncobs(data):
    out, at = b"", 0
    while at < len(data):
        length = data[at]
        block = data[at + 1:at + length]
        if len(block) != length - 1:
            raise ValueError("a frame that ends too early")
        at += length
        out += block + (b"\0" if length < 255 and at < len(data) else b"")
    return out


def number(value):
    """An integer above 8 bits in postcard: groups of 7 bits, the lowest first."""
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + number(value >> 7)


class Fields:
    """Reads postcard."""
    def __init__(self, data):
        self.data, self.at = data, 0

    def raw(self, count):
        self.at += count
        if self.at > len(self.data):
            raise ValueError("a message that ends too early")
        return self.data[self.at - count:self.at]

    def byte(self):
        return self.raw(1)[0]

    def number(self):
        byte = self.byte()
        return byte if byte < 128 else (byte & 127) + 128 * self.number()

    def option(self, read):
        return read() if self.byte() else None

    def rest(self):
        return self.raw(len(self.data) - self.at)


class Wire:
    """One end of a wire. A session is made and made again by itself; payloads come in order and once."""
    def __init__(self, address, wire, key_number, key):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), timeout=5)
        self.socket.settimeout(0.02)
        self.place, self.key = bytes([wire, key_number]), key
        self.bytes, self.offer, self.hello_at = b"", None, 0.0
        self.outbox, self.sent_at = None, 0.0
        self.forget()

    def forget(self):
        self.session, self.tag_key, self.is_begun = None, None, False
        self.sent, self.heard, self.next, self.expected = 0, 0, 0, 0
        self.asked_at, self.heard_at, self.answered_at, self.asks = 0.0, time.monotonic(), 0.0, {}

    def is_up(self):
        return time.monotonic() - self.answered_at < SILENCE

    def write(self, head, body=b""):
        content = bytes([VERSION]) + head + body
        self.socket.sendall(b"\0" + cobs(content + crc(content)) + b"\0")

    def tag(self, speaker, counter, body):
        return code(self.tag_key, speaker, counter.to_bytes(8, "little"), body)[:8]

    def seal(self, body, asks):
        self.sent += 1
        head = bytes([SEALED]) + number(self.sent) + self.tag(INITIATOR, self.sent, body)
        if asks:
            self.asked_at = time.monotonic()
            self.asks[self.sent] = self.asked_at
        self.write(head, body)

    def poll(self):
        """Gives the wire a moment. Returns what came: payloads, and None where a session begins."""
        try:
            arrived = self.socket.recv(4096)
            if not arrived:
                raise ConnectionError("the table has closed the line")
            self.bytes += arrived
        except TimeoutError:
            pass
        *frames, self.bytes = self.bytes.split(b"\0")
        came = [event for frame in frames if frame for event in self.accept(frame)]
        self.speak()
        return came

    def accept(self, frame):
        try:
            raw = uncobs(frame)
            if len(raw) < 6 or crc(raw[:-4]) != raw[-4:] or raw[0] != VERSION:
                return []
            fields = Fields(raw[1:-4])
            kind = fields.byte()
            if kind == KNOCK and time.monotonic() - self.answered_at > 0.3:
                self.hello_at = min(self.hello_at, time.monotonic() - BEAT)
                self.answered_at = 0.0
            elif kind == WELCOME:
                self.welcome(*(fields.raw(count) for count in (1, 16, 16, 16)))
            elif kind == SEALED and self.session:
                return self.open(fields.number(), fields.raw(8), fields.rest())
        except ValueError:
            pass
        return []

    def welcome(self, key_number, offer, echo, tag):
        greeting = self.place + echo + offer
        proof = code(self.key, b"coinspot welcome 2", greeting)[:16]
        if echo != self.offer or key_number != self.place[1:] or not hmac.compare_digest(proof, tag):
            return
        self.forget()
        self.offer = None
        self.tag_key = code(self.key, b"coinspot session 2", greeting)
        self.session = code(self.key, b"coinspot session id 2", greeting)[:16]

    def open(self, counter, tag, body):
        if counter <= self.heard or not hmac.compare_digest(self.tag(RESPONDER, counter, body), tag):
            return []
        self.heard, self.heard_at, came = counter, time.monotonic(), []
        if not self.is_begun:
            self.is_begun, self.outbox, came = True, None, [None]
        fields = Fields(body)
        kind = fields.byte()
        if kind == ACK:
            following, of = fields.number(), fields.number()
            self.answered_at = max(self.answered_at, self.asks.pop(of, 0.0))
            if following == self.next + 1 and self.outbox is not None:
                self.next, self.outbox = following, None
            return came
        if kind == DATA and fields.number() == self.expected:
            self.expected += 1
            came.append(fields.raw(fields.number()))
        self.seal(bytes([ACK]) + number(self.expected) + number(counter), asks=False)
        return came

    def speak(self):
        now = time.monotonic()
        if self.session and now - self.heard_at > OVER:
            self.forget()
        if not self.is_up() and now - self.hello_at >= BEAT and now - self.heard_at > SILENCE * bool(self.session):
            self.hello_at, self.offer = now, self.offer or os.urandom(16)
            present = b"\1" + self.session if self.session else b"\0"
            self.write(bytes([HELLO]) + self.place[1:] + self.offer + present)
        if self.session and self.is_begun and self.outbox is not None and now - self.sent_at >= RETRY:
            self.sent_at = now
            self.seal(bytes([DATA]) + number(self.next) + number(len(self.outbox)) + self.outbox, asks=True)
        elif self.session and now - self.asked_at >= BEAT:
            self.seal(bytes([HEARTBEAT]), asks=True)

    def put(self, payload):
        """Sends a payload with the next polls."""
        self.outbox, self.sent_at = payload, 0.0

    def send(self, payload):
        """Sends a payload and waits until the table has it. Returns what came meanwhile."""
        self.put(payload)
        came = []
        while self.outbox is not None:
            came += self.poll()
        return came
