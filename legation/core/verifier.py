#!/usr/bin/env python3
"""Check the record of a Legation game with nothing but Python: `python verifier.py GAME [KEY …] [--tip TIP]`.

KEY was told after the closing, TIP once read on a desk.  Checked are chain, seals, closing, tip, and that every die
follows from the key, the nonces of the seats, what a seat opened for it and its purpose; none comes from elsewhere.
Exit code: 0 all is well, or cannot be told yet; 1 forged or damaged; 2 no record.
"""

import hashlib
import hmac
import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count, pairwise
from typing import Any

WORDS = """acorn adder agate alder amber angle ankle apple apron arena arrow ashen aspen aster attic bacon badge baker
basil basin beach beads beech bench berry birch bison blade blaze bloom bluff board boots bound bower brace brand brass
bread brick bride brook broom brush cabin cable camel canal candy canoe cargo cedar chain chair chalk charm chart chess
chest cider cigar civet clamp clasp cliff cloak clock cloud clove coach coast cobra cocoa comet coral couch crane crank
crate creek crest crown crumb curry daisy dance depot derby diary diver dough draft drain dress drift drill drums dunes
eagle earth easel ebony elbow ember entry fable faint fairy feast fence ferns ferry fiber field finch fjord flame flask
fleet flint flock flora flour flute focus forge forty frame fresh frost fruit gable gauge geese giant glade glass gleam
globe glove goose gorge grain grape grass gravy grove guard guide gully habit hairy hatch haven hazel heart heath hedge
heron hinge hobby holly honey horse hotel house humid husky igloo inlet ivory jelly jetty jewel joint judge juice kayak
kiosk knife koala label lance larch latch ledge lemon level light lilac linen llama lodge lotus lunch lyric maize mango
manor maple march marsh medal melon merry metal minor mocha model moose motor mound mouse music nacho nerve night noble
north nurse oasis ocean olive onion opera orbit organ otter paint panda panel paper party pasta patch peach pearl pedal
penny petal piano pilot pitch plaid plain plane plant plate plaza plume poppy porch pouch prism quail quart""".split()  # noqa: SIM905


class Forged(Exception):
    """Something in a record cannot be as it is told."""


def tip(tail: str) -> str:
    """The hash of the last entry, short enough to compare by eye: two words and four letters."""
    letters = (chr(65 + int(tail[:16], 16) // 26**place % 26) for place in range(4))
    return f"{WORDS[int(tail[16:18], 16)]}-{WORDS[int(tail[18:20], 16)]}-{''.join(letters)}"


def face(key: bytes, nonce: str, purpose: str, sides: int) -> int:
    """The first byte of HMAC-SHA256 blocks that is no part of the uneven rest, as a face."""
    blocks = (hmac.new(key, f"{nonce}|{purpose}|{block}".encode(), hashlib.sha256).digest() for block in count())
    return next(byte % sides + 1 for block in blocks for byte in block if byte < 256 - 256 % sides)


def hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def hashes_of(nonces: dict[str, str]) -> dict[str, str]:
    """What the record shows of the nonces of the seats before the first die tells them."""
    return {seat: hashed(f"{seat}|{word}") for seat, word in nonces.items()}


def mixed(nonce: str, nonces: dict[str, str], opened: str = "") -> str:
    """The nonce of a die: the header's, those of the seats, and the value that a seat has opened for it."""
    return (hashed(json.dumps([nonce, *nonces.items()])) if nonces else nonce) + (f"|{opened}" if opened else "")


def witness(seat: str, chains: dict[str, str]) -> str:
    """Who opens a value for a live die of a seat: whoever with a chain comes after it; nobody, if no other has one."""
    order = [one for one, shown in chains.items() if shown or one == seat]
    after = order.index(seat) + 1 if seat in order else 0
    return next((one for one in order[after:] + order[:after] if one != seat), "")


def chained(lines: list[bytes]) -> Iterator[dict[str, Any]]:
    """The objects in the lines, up to the first one that was altered, taken out or put in."""
    for number, line in enumerate(lines):
        where, digest = f"entry {number}" if number else "the header", hashlib.sha256(line[:-75]).hexdigest()
        if not line.endswith(f',"hash":"{digest}"}}'.encode()):
            raise Forged(f"{where} was altered or cut off")
        entry = json.loads(line)
        if number and (entry["prev"], entry["seq"]) != (lines[number - 1][-66:-2].decode(), number):
            raise Forged(f"{where} does not follow on the one before it")
        yield entry


class Reader:
    """A record, read line by line against what its header promises."""

    def __init__(self, promise: dict[str, Any], keys: dict[str, bytes]) -> None:
        self.promise, self.keys, self.closed, self.rolled = promise, keys, 0, Counter[str | None]()
        self.free = "commitment" not in promise or promise.get("asks") == "yes"  # dice may be typed
        self.lists: dict[str, list[Any]] = {}  # seals by what they seal, and rolls by their purpose
        self.made: list[tuple[int, str]] = []  # in which order, for undos
        self.typed, self.chains, self.opened = Counter[str](), dict[str, str](), dict[str, str]()
        self.dice({"rekey": promise.get("commitment"), "drawn": promise.get("drawn", {})})

    def add(self, name: str, value: Any) -> None:
        self.lists.setdefault(name, []).append(value)
        self.made.append((self.seq, name))

    def follow(self, entry: dict[str, Any]) -> None:
        self.seq, self.by, cause, reveals = entry["seq"], entry.get("by", ""), entry["cause"], entry.get("reveals", {})
        if self.closed:
            raise Forged(f"entry {self.seq} follows on the closing in entry {self.closed}")
        self.closed = self.seq if "closed" in cause else 0
        while "undo" in cause and self.made and self.made[-1][0] >= cause["undo"]:
            self.lists[self.made.pop()[1]].pop()
        for seat, value in cause.get("reveal", {}).items():
            self.shown(f"={seat}", value, cause.get("salts", {}).get(seat, ""), "nobody")
        more = {f"={self.by}": cause["commitment"]} if {"sealed", "commitment"} <= cause.keys() else {}
        for name, commitment in (more | entry.get("seals", {})).items():
            self.add(name, commitment)
        for change in entry.get("effects", ()) if "undo" not in cause else ():
            if self.lists.get(fact := change["fact"]):
                if fact in reveals:
                    self.shown(fact, change["new"], reveals[fact])
                self.add(fact, "")  # it is open, or another thing, from now on
        self.dice(cause)

    def shown(self, name: str, value: Any, salt: str, otherwise: str = "") -> None:
        commitment = (self.lists.get(name) or [otherwise])[-1]
        text = f"{salt}|{json.dumps(value, separators=(',', ':'), ensure_ascii=False)}"
        if commitment and hashed(text) != commitment:
            raise Forged(f"entry {self.seq} shows another {name.replace('=', 'answer of ')} than was sealed")

    def dice(self, cause: dict[str, Any]) -> None:
        if "rekey" in cause:  # committed before any seat adds its nonce
            self.commitment, self.begun, self.nonces = cause["rekey"], False, dict[str, str]()
            self.hashes = dict(cause.get("drawn", {}))
        if "nonce" in cause and self.begun:
            raise Forged(f"entry {self.seq} adds a word to the dice after the first roll")
        self.hashes |= cause.get("nonce", {})
        self.chains |= cause.get("chain", {})
        self.free = self.free or cause.get("key") == "lost"
        if "roll" in cause and cause.get("source") != (source := self.promise.get("source")):
            if not self.free or (source != "what-if" and "answer" not in cause):  # who types a face was asked for it
                raise Forged(f"entry {self.seq} has a die called {cause.get('source')!r} in a game of {source} dice")
            self.typed[self.by] += 1
        elif "roll" in cause and self.commitment is not None:
            self.roll(cause, f"#{cause['label']}")

    def roll(self, cause: dict[str, Any], name: str) -> None:
        self.add(name, self.seq)
        purpose = f"{name[1:]}#{len(self.lists[name])}"
        self.nonces = cause.get("nonces", self.nonces)
        if hashes_of(self.nonces) != self.hashes:
            raise Forged(f"entry {self.seq} tells other words of the seats than were sealed")
        opener = witness(self.by, self.chains) if self.promise.get("live") and purpose not in self.opened else ""
        if opener or "opened" in cause:
            value = cause.get("opened", {}).get(opener, "")
            if hashed(value) != self.chains.get(opener) or cause["for"] != purpose:
                raise Forged(f"entry {self.seq} has a live die without the value that {opener} had to open")
            self.chains[opener] = self.opened[purpose] = value
        self.begun, nonce = True, mixed(self.promise.get("nonce", ""), self.nonces, self.opened.get(purpose, ""))
        self.rolled[self.commitment] += 1
        key = self.keys.get(str(self.commitment))
        if key and cause["roll"] != (fell := face(key, nonce, purpose, int(cause["die"][1:]))):
            raise Forged(f"entry {self.seq}: {name[1:]} shows {cause['roll']}, but the key gives {fell}")


def check(blob: bytes, key: bytes | list[bytes] = b"", seen: str = "") -> tuple[int, str]:
    """(exit code, verdict) for the bytes of a record, the keys of its dice, and a tip that somebody has seen."""
    *lines, rest = blob.split(b"\n")
    keys = {hashlib.sha256(one).hexdigest(): one for one in (key if isinstance(key, list) else [key]) if one}
    try:
        if rest:
            raise Forged(f"it is cut off, or something stands after entry {len(lines) - 1}")
        promise = next(objects := chained(lines))["dice"]
        reader = Reader(promise, keys)
        for entry in objects:
            reader.follow(entry)
        if keys.keys() - reader.rolled - {reader.commitment}:
            raise Forged("the key is not the one that was promised")
        if seen and seen.casefold() not in {tip(line[-66:-2].decode()).casefold() for line in lines}:
            raise Forged(f"its history never had the tip {seen}")
    except Forged as problem:
        return 1, f"The record is forged or damaged: {problem}."
    except (LookupError, ValueError, TypeError, AttributeError, StopIteration) as error:
        return 2, f"This is no record of Legation ({type(error).__name__})."
    says = [f"Chain and seals of {len(lines) - 1} entries are sound, and the tip is {tip(lines[-1][-66:-2].decode())}"]
    told = sum(n for one, n in reader.rolled.items() if one in keys)
    says += [f"all {told} rolls follow from the key that was promised"] if told else []
    says += [f"the key of {n} rolls is not told yet"] if (n := reader.rolled.total() - told) else []
    says += [f"{len(reader.opened)} of them were live"] if reader.opened else []
    says += [f"{n} dice of {who or 'the table'} were typed" for who, n in sorted(reader.typed.items())]
    says += ["the dice were seeded, so whoever began the game could know them"] if "seeded" in promise else []
    return 0, "; ".join(says) + "."


def main(*given: str) -> int:
    seen = next((tip for option, tip in pairwise(given) if option == "--tip"), "")
    files = [one for one in given if one not in ("--tip", seen)]
    try:
        with open(files[0], "rb") as file:
            code, verdict = check(file.read(), [bytes.fromhex(key) for key in files[1:]], seen)
    except (OSError, ValueError, IndexError) as error:
        code, verdict = 2, str(error) if files else str(__doc__)
    print(verdict, file=sys.stderr if code == 2 else sys.stdout)
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
