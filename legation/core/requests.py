"""Requests: what the referee asks a seat, with the legal answers as plain data.

A step builds a `Question`; the game gives it an id and it becomes a `Request`.  The kinds are choose, amount, sealed,
roll, report and confirm.  The engine checks an answer against the very list that the screens show.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from legation.core.dice import Throw
from legation.core.errors import Refused
from legation.core.facts import Flag, Schema, World
from legation.core.thresholds import MoreThan, asked_as, bounds
from legation.core.voice import affirmed, capital, denied, how_many, in_a_row, show_value, two_faced

if TYPE_CHECKING:
    from legation.core.machine import Later

__all__ = [
    "QUIET",
    "TABLE",
    "UMPIRE",
    "Question",
    "Request",
    "allows",
    "amount",
    "as_carried",
    "ask_report",
    "can_be_passed",
    "asked_in",
    "check_answer",
    "choose",
    "confirm",
    "did",
    "divide",
    "least_answer",
    "options_of",
    "roll_question",
    "sealed",
]

UMPIRE = "umpire"
QUIET = "quiet"  # as a report: all is as last told, and where nobody has told it, nothing has happened
TABLE = "table"  # whoever keeps the board: every seat may answer for it


class Question(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What is asked of one seat.  `legal` lists every allowed answer; `odds` gives fractions by answer."""

    seat: str
    kind: str
    prompt: str
    cite: str
    legal: list[Any] = []
    labels: dict[str, str] = {}
    odds: dict[str, str] = {}
    worth: dict[str, str] = {}  # what an answer is worth in the game's own money or points, as fractions by answer
    why: str = ""  # what limits the answers, for a refusal and for the curious
    subject: str = ""  # the country or track it is about
    facts: list[str] = []  # of a report
    thresholds: dict[str, MoreThan] = {}  # of a report: numbers of which yes or no says enough
    among: list[str] = []  # names to divide a total among; `legal` then holds examples, for there are too many to list
    total: int = 0
    purpose: str = ""  # of a roll: what the die is thrown for
    owners: list[str] = []  # of the table: whose affair it is; where they are people, nobody else answers it
    ends: list[Any] = []  # answers that end the game, which nobody gives alone
    did: str = ""  # what one has done by an answer, after one's name: "[spends ${}|spends nothing] on Norway"


class Request(Question, frozen=True, omit_defaults=True, kw_only=True):
    """A question that is open under an id."""

    id: int


def _odds(odds: Mapping[Any, Fraction] | None) -> dict[str, str]:
    return {str(value): str(chance) for value, chance in (odds or {}).items()}


def choose(
    seat: str,
    prompt: str,
    legal: Mapping[str, str] | Iterable[Any],
    *,
    cite: str,
    odds: Mapping[Any, Fraction] | None = None,
    worth: Mapping[Any, Fraction] | None = None,
    why: str = "",
    subject: str = "",
    ends: Iterable[Any] = (),
    did: str = "",
) -> Question:
    """One of several answers; a mapping gives each its label."""
    labels = dict(legal) if isinstance(legal, Mapping) else {}
    return Question(
        seat=seat,
        kind="choose",
        prompt=capital(prompt),
        cite=cite,
        legal=list(legal),
        labels=labels,
        odds=_odds(odds),
        worth=_odds(worth),
        why=why,
        subject=subject,
        ends=list(ends),
        did=did,
    )


def amount(
    seat: str,
    prompt: str,
    legal: Iterable[int],
    *,
    cite: str,
    odds: Mapping[Any, Fraction] | None = None,
    why: str = "",
    subject: str = "",
    did: str = "",
) -> Question:
    """A whole number out of a list."""
    return Question(
        seat=seat,
        kind="amount",
        prompt=capital(prompt),
        cite=cite,
        legal=list(legal),
        odds=_odds(odds),
        why=why,
        subject=subject,
        did=did,
    )


def sealed(seat: str, prompt: str, legal: Iterable[Any], *, cite: str, why: str = "", subject: str = "") -> Question:
    """An answer that nobody sees before the whole group is revealed."""
    return Question(
        seat=seat, kind="sealed", prompt=capital(prompt), cite=cite, legal=list(legal), why=why, subject=subject
    )


def divide(seat: str, prompt: str, total: int, among: Iterable[str], *, cite: str, why: str = "") -> Question:
    """Divide up to `total` points among names, in secret.  Names left out get nothing."""
    names = list(among)
    examples: list[Any] = [{}, *({name: total} for name in names if total)]
    return Question(
        seat=seat, kind="sealed", prompt=capital(prompt), cite=cite, legal=examples, why=why, among=names, total=total
    )


def confirm(
    seat: str,
    prompt: str,
    *,
    cite: str,
    subject: str = "",
    yes: str = "Yes",
    no: str | None = "No",
    owners: Iterable[str] = (),
    did: str = "",
) -> Question:
    """Yes or no; with `no=None`, only a nod."""
    labels = {"True": yes} if no is None else {"True": yes, "False": no}
    legal = [True] if no is None else [True, False]
    return Question(
        seat=seat,
        kind="confirm",
        prompt=capital(prompt),
        cite=cite,
        legal=legal,
        labels=labels,
        subject=subject,
        owners=list(owners),
        did=did,
    )


def roll_question(
    throw: Throw, prompt: str = "", odds: Mapping[Any, Fraction] | None = None, subject: str = ""
) -> Question:
    """Roll a die and type the face."""
    prompt = prompt or f"Roll {throw.die} for {throw.label}"
    why = f"a {throw.die} shows 1 to {throw.die.sides}"
    return Question(
        seat=throw.seat,
        kind="roll",
        prompt=capital(prompt),
        cite=throw.cite,
        legal=list(throw.die.faces),
        odds=_odds(odds),
        why=why,
        subject=subject,
        purpose=throw.label,
    )


def ask_report(
    facts: Iterable[str],
    prompt: str,
    *,
    cite: str,
    seat: str = TABLE,
    subject: str = "",
    thresholds: Mapping[str, MoreThan] | None = None,
    owners: Iterable[str] = (),
) -> Question:
    """Tell the referee what only the board can tell; facts left out are confirmed as last reported.

    `QUIET` in place of the facts tells that nothing has changed.  Of a number with a threshold, yes and no say enough.
    """
    return Question(
        seat=seat,
        kind="report",
        prompt=capital(prompt),
        cite=cite,
        facts=list(facts),
        subject=subject,
        thresholds=dict(thresholds or {}),
        owners=list(owners),
    )


def did(question: Question, value: Any, said: str) -> str:
    """What somebody has done by an answer, as the question declares it; empty where question and answer say it best."""
    nothing = not value or any(_is(value, word) for word in PASSING)
    words = denied(question.did) if nothing and two_faced(question.did) else affirmed(question.did)
    return _SLOT.sub(lambda slot: how_many(value, slot[1]) if slot[1] else said or show_value(value), words)


_SLOT = re.compile(r"\{([^}]*)\}")


def asked_in(prompt: str) -> str:
    """The question in a prompt, without what is said beside it; empty where it asks for a deed."""
    found = _ASKED.match(prompt)
    return found[1] if found else ""


_ASKED = re.compile(r"(?:.*[a-z0-9)]\. )?([^?]*\?)")


def check_answer(question: Question, value: Any, world: World) -> Any:
    """The answer in its plain form, or a refusal that cites the rule and says what would be allowed."""
    if question.kind == "report":
        return _check_report(question, value, world)
    if question.among:
        return _check_division(question, value)
    for legal in question.legal:
        if value == legal and isinstance(value, bool) == isinstance(legal, bool):
            return legal
    because = f": {question.why}" if question.why else ""
    said = [
        question.labels.get(str(legal)) or world.schema.titles.get(str(legal)) or show_value(legal)
        for legal in question.legal
    ]
    if all(isinstance(legal, int) and not isinstance(legal, bool) for legal in question.legal) and not question.labels:
        said = in_a_row(question.legal)
    given = f"“{value}”" if isinstance(value, str) else show_value(value)
    asked = asked_in(question.prompt) or ("" if ". " in question.prompt else question.prompt)
    told = f"{given} is no answer{f' to “{asked}”' if asked else ''}{because}"
    raise Refused(told, rule=question.cite, allowed=question.legal, said=said)


# -- the least answer
PASSING = ("pass", "decline", False)  # how one passes, in the words of every book


def options_of(asked: Question | Later) -> Iterable[Any]:
    """Whatever could be answered, in the order of the list."""
    return asked.legal if isinstance(asked, Question) else asked.among


def allows(asked: Question | Later, value: Any) -> bool:
    """Whether an answer of the list is allowed."""
    return value in asked.legal if isinstance(asked, Question) else asked.legal(value)


def least_answer(asked: Question | Later) -> Any:
    """The answer that does least, of a question or of one that nobody has worded yet.

    To a confirmation no, where one may say no; of a list the word by which one passes, else its last entry; of numbers
    the smallest, and of numbers with a sign the one nearest to nothing; of points to divide, or facts to report, none.
    Of a number that is not worded yet and tells its `ends` it is the lower one: such numbers have no sign.
    """
    if isinstance(asked, Question) and (asked.among or asked.kind == "report"):
        return {}
    if asked.kind == "confirm":
        return not allows(asked, False)
    if not isinstance(asked, Question) and asked.ends is not None:
        return asked.ends[0]
    options = list(options_of(asked))
    if asked.kind not in ("amount", "sealed"):
        options = [*(option for word in PASSING for option in options if _is(option, word)), *reversed(options)]
    elif all(isinstance(option, int) for option in options):
        options.sort(key=abs)
    return next(option for option in options if allows(asked, option))


def can_be_passed(question: Question) -> bool:
    """Whether the least answer lets things be: a word for passing, or the only answer there is."""
    if question.kind not in ("choose", "confirm"):
        return False
    return len(question.legal) == 1 or any(_is(legal, word) for legal in question.legal for word in PASSING)


def _is(value: Any, word: Any) -> bool:
    return bool(value == word) and type(value) is type(word)


def _check_division(question: Question, value: Any) -> dict[str, int]:
    """Every name with its points, so that the answer tells nothing by its size."""
    if not isinstance(value, Mapping):
        raise Refused("the answer is a list of names with their points", rule=question.cite)
    strange = [name for name in value if name not in question.among]
    if strange:
        raise Refused(f"nothing may be put into {strange[0]}", rule=question.cite, allowed=question.among)
    if any(not isinstance(n, int) or isinstance(n, bool) or n < 0 for n in value.values()):
        raise Refused("only whole points can be divided", rule=question.cite)
    if sum(value.values()) > question.total:
        raise Refused(f"there are only {question.total} points to divide", rule=question.cite)
    return {name: value.get(name, 0) for name in question.among}


def _open(key: str, question: Question, schema: Schema) -> str:
    spec, threshold = schema.spec(key), question.thresholds.get(key)
    if threshold is not None:
        return f"yes, no or the number: {asked_as(spec.says, threshold)}"
    return f"yes or no, {spec.asked}" if isinstance(spec.domain, Flag) else spec.says


def as_carried(question: Question, world: World) -> dict[str, Any]:
    """What "all quiet" tells: nothing of what was told before (it is confirmed), and of the rest that nothing happened.

    What cannot be taken for nothing is left out, and so still to be told.
    """
    found: dict[str, Any] = {}
    for key in question.facts:
        family, carried = world.schema.spec(key).family, world.carried(key)
        if carried is not None and (family.fleeting or world.last(key) is None):
            threshold = question.thresholds.get(key)
            # That nothing has happened says of a number with a threshold only that it is not passed.
            found[key] = bounds(threshold, False, None) if threshold and carried <= threshold.than else carried
    return found


def _check_report(question: Question, value: Any, world: World) -> dict[str, Any]:
    if value == QUIET:
        value = as_carried(question, world)
    if not isinstance(value, Mapping):
        raise Refused("a report is a list of facts with their values", rule=question.cite)
    schema: Schema = world.schema
    value = {
        key: bounds(question.thresholds[key], told, world.read(key))
        if isinstance(told, bool) and key in question.thresholds
        else told
        for key, told in value.items()
    }
    for key, reported in value.items():
        schema.check(key, reported)
        if key not in question.facts and schema.spec(key).family.told_by.closed:
            raise Refused(f"{schema.spec(key).says} follows from the rules and was not asked", rule=question.cite)
    missing = [k for k in question.facts if k not in value and world.last(k) is None]
    if missing:
        says = "; ".join(_open(k, question, schema) for k in missing)
        raise Refused(f"still to be told: {says}", rule=question.cite, allowed=missing, said=())
    return dict(value)
