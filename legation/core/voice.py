"""How conditions are said: what is so and what is not, in words that a person has written for both.

A wording holds both faces of a condition in one literal.  In square brackets stands what differs, first for what is so
and after a bar for what is not: `"[nobody|somebody] else holds Romania"`; brackets without a bar are said only of what
is not: `"Romania is[ not] conquered"`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from legation.core.span import ENDLESS, Between, Span

__all__ = [
    "NOT_SO",
    "NOT_TOLD",
    "affirmed",
    "as_name",
    "as_number",
    "capital",
    "denied",
    "does_so",
    "face",
    "figure",
    "how_many",
    "in_a_row",
    "joined",
    "listed",
    "plural",
    "quoted",
    "show_value",
    "two_faced",
    "verb_for",
    "with_minus",
]

NOT_SO = "it is not so that"  # of a wording that has no other face; the test of the voice finds it
NOT_TOLD = "it is not known yet whether"

_FACE = re.compile(r"\[([^\[\]|]*)(?:\|([^\[\]|]*))?\]")
LONGEST = 5  # words that two conditions may differ in, to be told in one breath
_NEGATIVE = frozenset(("not", "no", "nobody", "nothing", "never", "neither", "none", "without", "cannot"))


# -- the two faces
def two_faced(says: str) -> bool:
    """Whether a wording says what is not so, too."""
    return _FACE.search(says) is not None


def affirmed(says: str) -> str:
    """What is said if it is so."""
    return _FACE.sub(lambda face: "" if face[2] is None else face[1], says) if "[" in says else says


def denied(says: str) -> str:
    """What is said if it is not so."""
    if not two_faced(says):
        return f"{NOT_SO} {says}"
    return _FACE.sub(lambda face: face[1] if face[2] is None else face[2], says)


def face(says: str, value: Any) -> str:
    """A wording as the value has it: what is so, what is not, or that nobody knows."""
    if isinstance(value, Span):
        return f"{NOT_TOLD} {affirmed(says)}"
    return affirmed(says) if value else denied(says)


def as_name(slug: str) -> str:
    """A name that only the table knows: the Bay of Biscay of bay-of-biscay."""
    words = slug.split("-")
    return " ".join(word if n and word in _SMALL else capital(word) for n, word in enumerate(words))


_SMALL = frozenset(("of", "the", "and", "in", "on"))


def quoted(said: Any) -> str:
    """What somebody has typed, in a sentence about it."""
    if isinstance(said, str):
        return f"“{said}”"
    return "nothing" if said is None else show_value(said) if isinstance(said, bool | int) else f"“{said}”"


def capital(text: str) -> str:
    """Words as a sentence begins with them."""
    return text[:1].upper() + text[1:]


# -- numbers
def figure(number: Any) -> str:
    """A number as it is printed: with a minus sign."""
    return f"−{-number}" if isinstance(number, int | float) and number < 0 else str(number)


def with_minus(text: str) -> str:
    """A text in which somebody has typed hyphens for minus signs."""
    return _HYPHEN.sub("−", text)


_HYPHEN = re.compile(r"(?<![\w.–−)-])-(?=\d)")


def as_number(value: Any) -> str:
    """A number, or the least and the most that it can be."""
    if not isinstance(value, Span):
        return figure(int(value) if isinstance(value, bool) else value)
    if isinstance(value, Between) and len(value.said) == 1:
        return f"{figure(value.lo)} or more" if "from" in value.said else f"{figure(value.hi)} or less"
    if value.hi >= ENDLESS:
        return f"{figure(value.lo)} or more"
    return f"{figure(value.lo)} to {figure(value.hi)}"


def show_value(value: Any) -> str:
    """A value as a person reads it in a table, or after a question."""
    if value is True:
        return "yes"
    if value is False:
        return "no"
    if isinstance(value, Span):
        return "not known yet" if value.lo is False and value.hi is True else as_number(value)
    return figure(value)


_ALIKE = ("infantry", "armor", "artillery", "paratroops", "aircraft", "shipping", "money")  # one and many


def plural(noun: str) -> str:
    """Several of something: factories, losses, fighters; of a phrase its last word."""
    if noun.endswith(_ALIKE):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return "dice" if noun == "die" else f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def how_many(number: Any, noun: str) -> str:
    """A number with what it counts: 1 factory, 3 factories, 0 BRPs, 2 to 4 rolls."""
    return f"{as_number(number)} {noun if number == 1 else plural(noun)}"


def in_a_row(numbers: Iterable[int]) -> list[str]:
    """Whole numbers, those in a row by their ends."""
    rows: list[list[int]] = []
    for number in sorted(numbers):
        if rows and number == rows[-1][-1] + 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    ends = ([f"{figure(row[0])} to {figure(row[-1])}"] if len(row) > 2 else map(figure, row) for row in rows)
    return [said for row in ends for said in row]


_HEAD_ENDS = frozenset(("of", "in", "that", "by", "on", "towards", "from", "to", "so", "for", "among", "with", "at"))


def verb_for(thing: str) -> str:
    """`is` or `are`, by the noun that a phrase is about."""
    words = thing.split()
    if words and words[0] in ("who", "whose", "whoever", "what", "how", "where", "whether", "whom"):
        return "is"
    head = next((words[n - 1] for n, word in enumerate(words) if n and word in _HEAD_ENDS), words[-1] if words else "")
    before = words[: words.index(head)] if head.endswith("ed") or (words and words[0].isupper()) else []  # attacked in
    many = any(_is_plural(word) for word in (head, *(before or words[:1])))
    return "are" if many or " plus " in thing.partition(" of ")[0] else "is"


def does_so(who: str, says: str) -> str:
    """Somebody with what they do: its verb, which is said first, as one does it or as several do."""
    verb, _, rest = says.partition(" ")
    if verb_for(who) == "are":
        verb = {"is": "are", "has": "have"}.get(verb) or verb.removesuffix("s")
    return f"{who} {verb} {rest}".rstrip()


def _is_plural(word: str) -> bool:
    word = word.rstrip(",")
    return word.endswith("s") and word != "its" and not word.endswith(("ss", "us", "is", "’s", "'s"))


# -- several at once
def listed(said: Iterable[str], by: str = "and") -> str:
    """Names in a row: A, B and C."""
    every = list(said)
    return f"{', '.join(every[:-1])} {by} {every[-1]}" if len(every) > 1 else "".join(every)


def joined(said: Sequence[str], by: str, compound: bool = False) -> str:
    """Conditions in one sentence: what neighbours have in common at both ends is said once, and if one
    consists of several itself, all are set off by commas."""
    groups: list[list[str]] = []
    for one in [one for one in dict.fromkeys(said) if one not in ("always", "never")] or said[:1]:
        if groups and _in_common([*groups[-1], one], by):
            groups[-1].append(one)
        else:
            groups.append([one])
    every = [_at_once(group, by) for group in groups]
    if any((", " if compound else conjunction) in one for one in every for conjunction in (", or ", ", and ")):
        return f"; {by} ".join(every)  # for their commas must not be taken for these
    if compound or any(f" {conjunction} " in one for one in every for conjunction in ("and", "or")):
        return f", {by} ".join(every)
    return f", {by} ".join(every) if any(", " in one for one in every) else listed(every, by)


def _in_common(said: Sequence[str], by: str) -> tuple[list[str], list[str], list[str]] | None:
    """The words that sentences begin with, those between in each, and those they end with; None if that is not all."""
    words = [one.split(" ") for one in said]
    fewest = min(map(len, words))
    first = next((n for n in range(fewest) if len({w[n] for w in words}) > 1), fewest)
    last = next((n for n in range(fewest) if len({w[-1 - n] for w in words}) > 1), fewest)
    last = min(last, fewest - first - 1)
    if last < 0 or first + last < 3:
        return None
    while first and words[0][first - 1] in ("the", "a", "an"):  # which stays with its noun
        first -= 1
    if by == "and" and not first:  # several together take another verb
        return None
    between = [w[first : len(w) - last] for w in words]
    ends = (" ".join(words[0][:first]), " ".join(words[0][len(words[0]) - last :]))
    if any(end.count("(") != end.count(")") for end in ends):
        return None
    if _NEGATIVE & {*ends[1].split()} or (by == "or" and _NEGATIVE & {*ends[0].split()}):
        return None  # “does not hold A or B” would deny both
    odd = {"and", "or", "if", "else", *_NEGATIVE}
    if any(len(part) > LONGEST or odd & set(part) or "(" in "".join(part) for part in between):
        return None
    if any(part and part[-1] in _HEAD_ENDS for part in between):  # “a hex of and units in Britain”
        return None
    return words[0][:first], [" ".join(part) for part in between], words[0][len(words[0]) - last :]


def _at_once(said: Sequence[str], by: str) -> str:
    found = _in_common(said, by) if len(said) > 1 else None
    if found is None:
        return said[0]
    first, between, last = found
    both = "or" if _NEGATIVE & {*first} else by  # what is denied of each is denied of one or another
    comma = "," if last and all(one.endswith(",") for one in between) else ""  # of a clause that follows each
    return " ".join([*first, listed([one.removesuffix(",") for one in between], both) + comma, *last])
