#!/usr/bin/env python3
"""Check the server dice of a Legation game, with nothing but Python.

    python verify_dice.py GAME KEY

GAME is the file of the game, KEY the key that was told after it (64 hexadecimal digits).  The first line of the file
holds a promise made before the first roll: the SHA-256 of the key.  Every face follows from the key, a word of the
players (the nonce), the purpose of the roll and how many rolls for that purpose count so far; what was taken back does
not count.  Exit code: 0 all is well, 1 something is not, 2 it cannot be said.
"""

import hashlib
import hmac
import json
import sys
from collections import Counter

HASH_FIELD = len(',"hash":""}') + 64


def face(key, nonce, purpose, sides):
    """The first byte of HMAC-SHA256 blocks that is no part of the uneven rest, as a face."""
    limit = 256 - 256 % sides
    block = 0
    while True:
        for byte in hmac.new(key, f"{nonce}|{purpose}|{block}".encode(), hashlib.sha256).digest():
            if byte < limit:
                return byte % sides + 1
        block += 1


def chained(lines):
    """The objects in the lines; a ValueError at the first one that was altered, taken out or put in."""
    before = None
    for number, line in enumerate(lines):
        where = f"entry {number}" if number else "the header"
        digest = line[-66:-2].decode("ascii", "replace")
        if hashlib.sha256(line[:-HASH_FIELD]).hexdigest() != digest:
            raise ValueError(f"{where} was altered or cut off")
        entry = json.loads(line)
        if number and (entry["prev"] != before or entry["seq"] != number):
            raise ValueError(f"{where} does not follow on the one before it")
        before = digest
        yield entry


def check(blob, key):
    """(exit code, verdict) for the bytes of a record and a key."""
    lines = blob.split(b"\n")
    cut = bool(lines.pop())
    try:
        entries = list(chained(lines))
    except (ValueError, KeyError) as error:
        return 1, f"The record is damaged: {error}."
    if not entries:
        return 2, "There is no record here."
    promise = entries[0].get("dice", {})
    if "commitment" not in promise:
        return 2, f"This game promised no dice (its dice are {promise.get('source', 'unknown')}); nothing to check."
    if hashlib.sha256(key).hexdigest() != promise["commitment"]:
        return 1, "The key is not the one that was promised."
    live, checked = [], 0
    for entry in entries[1:]:
        cause = entry["cause"]
        if "undo" in cause:
            live = [roll for roll in live if roll[0] < cause["undo"]]
        elif cause.get("source") == promise["source"]:
            label, sides = cause["label"], int(cause["die"][1:])
            count = Counter(known for _, known in live)[label] + 1
            wanted = face(key, promise.get("nonce", ""), f"{label}#{count}", sides)
            if cause["roll"] != wanted:
                return 1, f"Entry {entry['seq']}: {label} shows {cause['roll']}, but the key gives {wanted}."
            live.append((entry["seq"], label))
            checked += 1
    rest = " (the file is cut off in the middle of its last entry)" if cut else ""
    return 0, f"The key is the one that was promised, and all {checked} rolls follow from it{rest}."


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with open(arguments[0], "rb") as file:
            blob = file.read()
        key = bytes.fromhex(arguments[1])
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    code, verdict = check(blob, key)
    print(verdict)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
