#!/usr/bin/env python3
"""Check the record of a Legation game with nothing but Python: one file, the standard library, one pass.

    python verifier.py GAME [KEY …] [--tip TIP]

GAME is the file of the game, KEY a key of its dice as told after its closing (64 hexadecimal digits; where keys were
retired on the way, all of them), TIP what a player once read on the desk: "amber-heron-KQZT".  Checked are the chain
of hashes, that everything shown is what was sealed, that each die follows from the key, the words of the seats and its
purpose, that no die comes from elsewhere, that nothing follows on the closing, and that the tip occurs.  Exit code:
0 all is well, or cannot be told yet, which is said; 1 something is forged or damaged; 2 it is no record.
"""

import hashlib
import hmac
import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

WORDS = """
acorn adder agate alder amber angle ankle apple apron arena arrow ashen aspen aster attic bacon badge baker basil basin
beach beads beech bench berry birch bison blade blaze bloom bluff board boots bound bower brace brand brass bread brick
bride brook broom brush cabin cable camel canal candy canoe cargo cedar chain chair chalk charm chart chess chest cider
cigar civet clamp clasp cliff cloak clock cloud clove coach coast cobra cocoa comet coral couch crane crank crate creek
crest crown crumb curry daisy dance depot derby diary diver dough draft drain dress drift drill drums dunes eagle earth
easel ebony elbow ember entry fable faint fairy feast fence ferns ferry fiber field finch fjord flame flask fleet flint
flock flora flour flute focus forge forty frame fresh frost fruit gable gauge geese giant glade glass gleam globe glove
goose gorge grain grape grass gravy grove guard guide gully habit hairy hatch haven hazel heart heath hedge heron hinge
hobby holly honey horse hotel house humid husky igloo inlet ivory jelly jetty jewel joint judge juice kayak kiosk knife
koala label lance larch latch ledge lemon level light lilac linen llama lodge lotus lunch lyric maize mango manor maple
march marsh medal melon merry metal minor mocha model moose motor mound mouse music nacho nerve night noble north nurse
oasis ocean olive onion opera orbit organ otter paint panda panel paper party pasta patch peach pearl pedal penny petal
piano pilot pitch plaid plain plane plant plate plaza plume poppy porch pouch prism quail quart
""".split()  # 256 of them  # noqa: SIM905
TAIL = len(',"hash":""}') + 64


class Forged(Exception): ...


def tip(tail: str) -> str:
    """The hash of the last entry, short enough to compare by eye: two words and four letters."""
    letters = "".join(chr(65 + int(tail[:16], 16) // 26**place % 26) for place in range(4))
    return f"{WORDS[int(tail[16:18], 16)]}-{WORDS[int(tail[18:20], 16)]}-{letters}"


def face(key: bytes, nonce: str, purpose: str, sides: int) -> int:
    """The first byte of HMAC-SHA256 blocks that is no part of the uneven rest, as a face."""
    limit = 256 - 256 % sides
    block = 0
    while True:
        for byte in hmac.new(key, f"{nonce}|{purpose}|{block}".encode(), hashlib.sha256).digest():
            if byte < limit:
                return byte % sides + 1
        block += 1


def mixed(nonce: str, words: list[tuple[str, str]]) -> str:
    """The nonce of the dice once seats have added words of their own, each in its turn."""
    return hashlib.sha256(json.dumps([nonce, *words]).encode()).hexdigest() if words else nonce


def sealed(value: Any, salt: str) -> str:
    return hashlib.sha256(f"{salt}|{json.dumps(value, separators=(',', ':'), ensure_ascii=False)}".encode()).hexdigest()


def chained(lines: list[bytes]) -> Iterator[tuple[dict[str, Any], str]]:
    """The objects in the lines with their hashes, up to the first one that was altered, taken out or put in."""
    before = None
    for number, line in enumerate(lines):
        where, digest = f"entry {number}" if number else "the header", line[-66:-2].decode("ascii", "replace")
        if hashlib.sha256(line[:-TAIL]).hexdigest() != digest or not line.endswith(f',"hash":"{digest}"}}'.encode()):
            raise Forged(f"{where} was altered or cut off")
        entry = json.loads(line)
        if number and (entry["prev"], entry["seq"]) != (before, number):
            raise Forged(f"{where} does not follow on the one before it")
        yield entry, (before := digest)


class Undoable:
    """Lists of values by name that an undo takes back in the order in which they were made."""

    def __init__(self) -> None:
        self.of: dict[str, list[Any]] = {}
        self.made: list[tuple[int, str]] = []

    def add(self, seq: int, name: str, value: Any) -> None:
        self.of.setdefault(name, []).append(value)
        self.made.append((seq, name))

    def undo(self, seq: int) -> None:
        while self.made and self.made[-1][0] >= seq:
            self.of[self.made.pop()[1]].pop()


def check_seals(seals: Undoable, entry: dict[str, Any]) -> None:
    """What is shown is what was sealed."""
    seq, cause, reveals = entry["seq"], entry["cause"], entry.get("reveals", {})

    def shown(name: str, value: Any, salt: str, what: str) -> None:
        made = seals.of.get(name) or (["nobody"] if what.startswith("answer") else [""])
        if made[-1] and sealed(value, salt) != made[-1]:
            raise Forged(f"entry {seq} shows another {what} than was sealed")

    if "sealed" in cause and "commitment" in cause:
        seals.add(seq, f"={entry.get('by', '')}", cause["commitment"])
    for seat, value in cause.get("reveal", {}).items():
        shown(f"={seat}", value, cause.get("salts", {}).get(seat, ""), f"answer of {seat}")
    for fact, commitment in entry.get("seals", {}).items():
        seals.add(seq, fact, commitment)
    for change in entry.get("effects", ()):
        if seals.of.get(change["fact"]):
            if change["fact"] in reveals:
                shown(change["fact"], change["new"], reveals[change["fact"]], change["fact"])
            seals.add(seq, change["fact"], "")  # it is open, or another thing, from now on


def check(blob: bytes, key: bytes | list[bytes] = b"", seen: str = "") -> tuple[int, str]:
    """(exit code, verdict) for the bytes of a record, the keys of its dice, and a tip that somebody has seen."""
    lines = blob.split(b"\n")
    keys = {hashlib.sha256(one).hexdigest(): one for one in (key if isinstance(key, list) else [key]) if one}
    try:
        if lines.pop():
            raise Forged(f"it is cut off, or something stands after entry {len(lines) - 1}")
        return 0, _checked(lines, keys, seen)
    except Forged as problem:
        return 1, f"The record is forged or damaged: {problem}."
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        return 2, f"This is no record of Legation ({type(error).__name__})."


def _checked(lines: list[bytes], keys: dict[str, bytes], seen: str) -> str:
    objects = chained(lines)
    header, digest = next(objects, ({}, ""))
    promise = header["dice"]
    source, promised = promise.get("source"), promise.get("commitment")
    free = promised is None or promise.get("asks") == "yes"  # dice may be typed
    seals, rolls, rolled, closed, words, typed = Undoable(), Undoable(), [0, 0], 0, [], Counter[str]()
    tips, used = {tip(digest)}, set()
    for entry, digest in objects:
        seq, cause = entry["seq"], entry["cause"]
        tips.add(tip(digest))
        if closed:
            raise Forged(f"entry {seq} follows on the closing in entry {closed}")
        closed = seq if "closed" in cause else 0
        free = free or cause.get("key") == "lost"
        if "nonce" in cause:
            if sum(rolled):
                raise Forged(f"entry {seq} adds a word to the dice after the first roll")
            words.append((entry.get("by", ""), cause["nonce"]))
        promised = cause.get("rekey", promised)
        if "undo" in cause:
            seals.undo(cause["undo"])
            rolls.undo(cause["undo"])
            continue
        check_seals(seals, entry)
        if "roll" in cause and cause.get("source") != source:
            if not free:
                raise Forged(f"entry {seq} has a die called {cause.get('source')!r} in a game of {source} dice")
            typed[entry.get("by", "")] += 1
        elif "roll" in cause and promised is not None:
            purpose, sides = cause["label"], int(cause["die"][1:])
            rolls.add(seq, purpose, seq)
            rolled[promised in keys] += 1
            used.add(promised)
            if promised in keys:
                nonce = mixed(promise.get("nonce", ""), words)
                wanted = face(keys[promised], nonce, f"{purpose}#{len(rolls.of[purpose])}", sides)
                if cause["roll"] != wanted:
                    raise Forged(f"entry {seq}: {purpose} shows {cause['roll']}, but the key gives {wanted}")
    if keys.keys() - used - {promised}:
        raise Forged("the key is not the one that was promised")
    if seen and seen.casefold() not in {one.casefold() for one in tips}:
        raise Forged(f"its history never had the tip {seen}")
    says = [f"Chain and seals of {len(lines) - 1} entries are sound, and the tip is {tip(digest)}"]
    says += [f"all {rolled[1]} rolls follow from the key that was promised"] if rolled[1] else []
    says += [f"the key of {rolled[0]} rolls is not told yet"] if rolled[0] else []
    says += [f"{n} dice of {who or 'the table'} were typed" for who, n in sorted(typed.items())]
    says += ["the dice were seeded, so whoever began the game could know them"] if promise.get("seeded") else []
    return "; ".join(says) + "."


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
