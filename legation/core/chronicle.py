"""The record as sentences: one line an entry, kept as the record grows.

An entry as a seat may read it never changes, so a line is made once.  What people sealed is told when it is revealed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, cast
from weakref import WeakKeyDictionary

from legation.core.facts import Data, Flag, World
from legation.core.game import Game
from legation.core.record import Entry
from legation.core.requests import TABLE, Request, asked_in
from legation.core.requests import did as done_by
from legation.core.sentences import sentence_for
from legation.core.sight import Sight
from legation.core.views import Fell
from legation.core.words import capital, chair_name, person

__all__ = [
    "Chronicle",
    "Effect",
    "RecordLine",
    "carry_on",
    "chronicle",
    "effect_of",
    "every_place",
    "facts_at",
    "opened",
    "purpose_label",
    "stood",
]

KINDS = ("setup", "roll", "sealed", "reveal", "answer", "report", "event", "ruling", "undo", "amend", "branch")
FURTHER = ("lost", "preview", "nonce", "rekey", "chain", "hands", "rules", "closing", "closed")
BETWEEN = ("propose", "consent", "end")

ICONS = {
    "roll": "die",
    "sealed": "sealed",
    "reveal": "envelope",
    "report": "map",
    "event": "sword",
    "ruling": "scales",
    "amend": "scales",
    "undo": "undo",
    "setup": "page",
}


@dataclass(frozen=True)
class Effect:
    """One change: what, from what to what, by which rule; of a truth, what is so now."""

    fact: str
    says: str
    old: str
    new: str
    rule: str
    country: str  # its dossier, if it has one
    cls: str = ""  # how it is marked: hatching and colour
    bloc: str = ""
    was: Any = None  # the plain values
    is_: Any = None

    @property
    def text(self) -> str:
        """The change in one line."""
        if not self.new:
            return self.says
        return f"{self.says}: {self.new}" + (f", was {self.old}" if self.was is not None else "")


@dataclass
class RecordLine:
    """One entry, in words."""

    seq: int
    kind: str
    by: str
    chair: str  # from which it was done, where that is another's
    bloc: str
    icon: str
    text: str
    phase: str
    turn: int  # by the clock of the book; 0 where it has none
    rule: str
    effects: list[Effect]
    countries: list[str]
    reason: str = ""
    quiet: int = 0  # effects that are left out
    undone_by: int = 0
    amended_by: int = 0
    cause: dict[str, Any] = field(default_factory=dict)
    places: frozenset[str] = frozenset()  # that it speaks of, with a dossier or without
    fell: Fell | None = None  # of a roll: the die, beside what it needed and what it came to

    @property
    def rules(self) -> set[str]:
        return {self.rule, *(e.rule for e in self.effects)} - {""}

    @property
    def green(self) -> bool:
        return self.kind in ("ruling", "amend") or (self.kind == "undo" and self.by == "umpire")


class _Past:
    """The open facts that a heading asks for, as the record had them."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def get(self, key: str) -> Any:
        return self.values.get(key)

    __getitem__ = get


class Chronicle:
    """All lines of one game for one seat."""

    def __init__(self) -> None:
        self.lines: list[RecordLine] = []
        self.asked: dict[int, Request] = {}
        self._past = _Past()
        self._phase, self._turn = "", 0  # to which the last entry has led
        self._reading = False

    def copied(self) -> Chronicle:
        """The same so far, to be told on of a copy of the game."""
        other = Chronicle()
        other.lines, other.asked = list(self.lines), dict(self.asked)
        other._past.values = dict(self._past.values)
        other._phase, other._turn = self._phase, self._turn
        return other

    def read(self, sight: Sight) -> None:
        """Take in what the record has gained.  What an entry is told by may look back at those before it."""
        if self._reading or len(self.lines) >= len(sight.game.record):
            return
        self._reading = True
        try:
            self._read(sight)
        finally:
            self._reading = False

    def _read(self, sight: Sight) -> None:
        game = sight.game
        for seen in game.log(sight.seat, since=len(self.lines)):
            entry = game.record[seen["seq"]]
            self.asked |= {r.id: r for r in entry.opens}
            self._past.values |= {c.fact: c.new for c in entry.effects if "." not in c.fact}
            after = game.book.phase(cast(World, self._past), entry.stack)
            line = self._line(sight, seen, entry, self._phase or after)  # it happened where the one before had led
            self._phase, self._turn = after, int(self._past.get(sight.world.schema.clock) or 0)
            if "undo" in entry.cause:
                for old in self.lines:
                    if old.seq >= entry.cause["undo"] and not old.undone_by:
                        old.undone_by = entry.seq
            if "amend" in entry.cause:
                self.lines[entry.cause["amend"] - 1].amended_by = entry.seq
            self.lines.append(line)
            if line.kind == "roll":
                line.fell = _fell(sight, line)
                line.text = f"{line.text}: {line.fell.told}"

    def _line(self, sight: Sight, seen: dict[str, Any], entry: Entry, phase: str) -> RecordLine:
        cause = seen["cause"]
        kind = next((k for k in (*KINDS, *FURTHER, *BETWEEN) if k in cause), "answer")
        told = [c for c in seen["effects"] if not isinstance(sight.world.schema.spec(c["fact"]).domain, Data)]
        effects = [] if kind == "setup" else [effect_of(sight, c) for c in told]
        effects.sort(key=lambda effect: _telling_first(sight, effect))
        request = self.asked.get(cause.get("answer") or cause.get("sealed") or 0)
        subject = request.subject if request else ""
        countries = list(dict.fromkeys(c for c in (sight.subject(subject), *(e.country for e in effects)) if c))
        if kind == "answer" and isinstance(cause.get("value"), str) and sight.subject(cause["value"].split(":")[0]):
            countries.insert(0, cause["value"].split(":")[0])
        by = seen["by"] or ("" if kind != "roll" else entry.by)
        return RecordLine(
            seq=entry.seq,
            kind=kind,
            by=by,
            chair=entry.chair,
            bloc=sight.bloc(by),
            icon=ICONS.get(kind, "quill"),
            text=_sentence(sight, kind, cause, by, request, entry.chair),
            phase=phase,
            turn=self._turn,
            rule=cause.get("cite", "") or (request.cite if request else ""),
            effects=effects,
            countries=countries,
            reason="; ".join(filter(None, (cause.get("reason"), _reasons(sight, cause.get("reasons", {}))))),
            quiet=len(seen["effects"]) - len(effects),
            cause=cause,
            places=_places(sight, kind, cause, seen["effects"], (subject, *countries)),
        )


def every_place(sight: Sight) -> frozenset[str]:
    """What is a place in this game: with a dossier, or with a fact of its own."""

    def found(open: Sight) -> frozenset[str]:
        known = open.world.schema.by_name
        families = (known[name] for name in open.book.views.of_places if name in known)
        return frozenset((*open.book.subjects(), *(n for f in families if f.over for n in f.over[0])))

    return sight.once_for_all("every place", found)


def _places(
    sight: Sight, kind: str, cause: dict[str, Any], effects: list[dict[str, Any]], more: Iterable[str]
) -> frozenset[str]:
    """Every place in what was said and in what came of it; the set-up is about all of them."""
    if kind == "setup":
        return frozenset()
    said = {name for part in ("value", "details", "report", "ruling") for name in _names(cause.get(part))}
    changed = {name for change in effects for name in change["fact"].split(".")}
    return every_place(sight) & (said | changed | set(more))


def _names(value: Any) -> Iterator[str]:
    """The names in something that was said: answers, lists, facts with their values."""
    if isinstance(value, str):
        yield from re.split(r"[.:]", value)
    elif isinstance(value, dict):
        for part in (*value, *value.values()):
            yield from _names(part)
    elif isinstance(value, list):
        for part in value:
            yield from _names(part)


def _telling_first(sight: Sight, effect: Effect) -> tuple[int, int]:
    """What players talk about comes before what the referee writes down."""
    family, telling = sight.world.schema.spec(effect.fact).family, sight.book.views.telling
    if family.name in telling:
        return 0, telling.index(family.name)
    return (2 if family.quiet else 1), 0


def effect_of(sight: Sight, change: Mapping[str, Any]) -> Effect:
    """A change in words."""
    key = change["fact"]
    spec = sight.world.schema.spec(key)
    truth = isinstance(spec.domain, Flag) and isinstance(change["new"], bool)  # which the sentence itself tells
    old, new = ("" if truth else sight.told(key, change[n]) for n in ("old", "new"))
    country = next((n for n in spec.names if sight.subject(n)), "")
    mark = sight.book.views.mark_of(spec.family.name, spec.names, change["new"])
    return Effect(
        key,
        capital(spec.told(change["new"]) if truth else spec.says),
        old,
        new,
        change.get("rule", ""),
        country,
        mark.cls,
        mark.bloc,
        change["old"],
        change["new"],
    )


def opened(sight: Sight, cause: dict[str, Any]) -> dict[str, str]:
    """What each seat had sealed, in words; a number is a sum."""
    coin = sight.book.views.coin
    return {seat: f"{coin if isinstance(v, int) else ''}{sight.say(v)}" for seat, v in cause["reveal"].items()}


def _sentence(sight: Sight, kind: str, cause: dict[str, Any], by: str, request: Request | None, chair: str) -> str:
    who = sight.who(by) + (f", by {chair_name(sight.book, chair)}," if chair else "")
    about = sight.place(request.subject) if request and request.subject else ""
    if kind == "roll":
        return capital(sight.book.views.purpose(sight, purpose_label(cause)))
    if kind == "sealed":
        return f"{who} sealed an answer" + (f" on {about}" if about else "")
    if kind == "reveal":
        return "Opened together: " + "; ".join(f"{sight.name(s)}: {v}" for s, v in opened(sight, cause).items())
    if kind == "answer":
        return _answer(sight, cause, who, about, request)
    if kind == "report":
        return f"{who} reported: {_facts(sight, cause['report'])}"
    if kind == "event":
        said = sentence_for(sight.book, sight.world.schema, cause["event"], cause["details"])
        return said if by == TABLE and not chair else f"{who} told: {said}"
    if kind == "ruling":
        return f"Ruling: {_facts(sight, cause['ruling'])}"
    if kind == "undo":
        nods = ", ".join(sight.name(seat) for seat in cause.get("allowed", ()))
        by_leave = f"; allowed by {nods}" if nods else ""
        return f"{who} took back entry {cause['undo']} and what followed from it{by_leave}"
    if kind == "amend":
        return f"The umpire amended entry {cause['amend']}"
    if kind == "propose":
        what = f"to take back entry {cause['entry']}" if cause["propose"] == "undo" else "to end the game"
        return f"{who} proposes {what}"
    if kind == "consent":
        return f"{who} {'allows it' if cause['yes'] else 'does not allow it'}"
    if kind == "end":
        return f"{who} ended the game" if not cause.get("allowed") else "All agreed to end the game"
    if kind == "preview":
        return f"{who} looked at what would follow if entry {cause['preview']} had been another"
    if kind == "nonce":
        return f"{who} added a word to the dice"
    if kind == "rules":
        return (
            f"{who} took the game over to version {cause['rules']} of the rules; it was begun by version {cause['was']}"
        )
    if kind == "hands":
        return _hands(sight, cause, by)
    if kind == "chain":
        seat, anchor = next(iter(cause["chain"].items()))
        return f"{who} committed to values for live dice" if anchor else f"{sight.who(seat)} opens no more values"
    if kind == "rekey":
        return "The game goes on after its end: the dice are committed to a new key"
    if kind in ("closing", "closed"):
        return f"{who} closed the game" if kind == "closed" else f"{who} would close the game"
    if kind == "lost" and not cause["lost"]:
        return "The key of the dice is not here: from now on people roll"
    if kind == "lost":
        return f"What was hidden is not known here, and its owners are asked again: {_names_of(sight, cause['lost'])}"
    if kind == "setup":
        return f"The set-up: {sight.book.scenarios[sight.game.scenario]}"
    return f"What if, from entry {cause.get('branch')}"


def _hands(sight: Sight, cause: dict[str, Any], by: str) -> str:
    """Who sits where from now on."""
    chair, who = capital(chair_name(sight.book, cause["hands"])), chair_name(sight.book, by)
    if cause["how"] == "taken":
        return f"{chair} was taken by an invitation"
    if cause["how"] == "device":
        return f"{chair} was opened on another device"
    if cause["how"] == "anew":
        return f"{chair} is free again, and somebody else may be invited: from {who}"
    if cause["how"] == "revoked":
        return f"{chair} was taken away: from {who}"
    kind, _, name = cause["now"].partition(":")
    now = {"bot": f"a bot, {name}", "with": f"whoever has {sight.whom(name)}", "none": "nobody"}.get(kind)
    now = now or ("a person who is invited" if kind == "person" else "whoever is at the host’s device")
    return f"{sight.who(cause['hands'])} is played by {now} from now on: from {who}"


def _fell(sight: Sight, line: RecordLine) -> Fell:
    """A die, with the number that it must not exceed where it succeeds or fails, and what came of it."""
    cause, odds = line.cause, line.cause.get("odds") or {}
    label, views = purpose_label(cause), sight.book.views
    thrown = views.thrown(sight, label, line)
    about = capital(views.purpose(sight, label))
    needed = int(Fraction(odds["success"]) * int(cause["die"][1:])) if "success" in odds else None
    won = None if needed is None else cause["roll"] <= needed
    return Fell(
        seq=line.seq,
        by=line.by,
        by_name=sight.who(line.by),
        name=person(sight.book, line.by),
        subject=max(
            (name for place in sight.book.subjects() if (name := sight.place(place)) in about), key=len, default=about
        ),
        purpose=thrown.purpose,
        roll=int(cause["roll"]),
        die=cause["die"],
        needed=needed,
        won=won,
        added=thrown.added,
        result=thrown.result if won is None else "a success" if won else "a failure",
        by_chair=chair_name(sight.book, line.chair) if line.chair else "",
        counts=thrown.counts or thrown.worth is not None,
        worth=thrown.worth,
    )


def _names_of(sight: Sight, facts: list[str]) -> str:
    """Whose facts these are."""
    return ", ".join(dict.fromkeys(sight.name(sight.world.schema.spec(fact).names[0]) for fact in facts))


def purpose_label(cause: Mapping[str, Any]) -> str:
    """The label of a die without its turn and its rule, which stand beside it."""
    label: str = cause["label"].removesuffix(f", {cause.get('cite')}")
    return label.split(": ", 1)[-1]


def _reasons(sight: Sight, reasons: dict[str, str]) -> str:
    """Why each side had sealed what is now shown."""
    return "; ".join(f"{sight.name(seat)}, {why}" for seat, why in reasons.items())


def _answer(sight: Sight, cause: dict[str, Any], who: str, about: str, request: Request | None) -> str:
    """What somebody did by an answer, as the book says it; else the answer with its question or its subject."""
    value, views = cause.get("value"), sight.book.views
    if isinstance(value, dict):
        return f"{who} told: {_facts(sight, value)}" if value else f"{who} said: all as last told"
    if request is None:
        return f"{who}: {sight.say(value)}"
    said = request.labels.get(str(value), "")
    if did := views.answered(sight, request, value) or done_by(request, value, said or sight.say(value)):
        return f"{who} {did}"
    question = asked_in(request.prompt)
    if isinstance(value, bool) and question and said.lower() in ("", "yes", "no"):
        return f"{who} says {'yes' if value else 'no'}: {question}"
    money = not said and views.money(request)
    said = said or (f"{views.coin}{value}" if money else sight.say(value))
    if question and not said.startswith(about or " "):
        return f"{who}: {said} ({question})"
    where = f"{about}: " if about and not said.startswith(about) else ""
    return f"{who}: {where}{said}"


def _facts(sight: Sight, facts: dict[str, Any]) -> str:
    said = []
    for key, value in list(facts.items())[:4]:
        spec = sight.world.schema.spec(key) if key.split(".")[0] in sight.world.schema.by_name else None
        if spec is not None and isinstance(value, bool):
            said.append(spec.told(value))
        else:
            said.append(f"{spec.says}: {sight.told(key, value)}" if spec else f"{key}: {sight.say(value)}")
    rest = len(facts) - len(said)
    return "; ".join(said) + (f"; and {rest} more" if rest > 0 else "") if said else "nothing"


_kept: WeakKeyDictionary[Game, dict[str, Chronicle]] = WeakKeyDictionary()


def chronicle(sight: Sight) -> Chronicle:
    """The record for one seat, up to now."""
    found = _kept.setdefault(sight.game, {}).setdefault(sight.seat or TABLE, Chronicle())
    found.read(sight)
    return found


def carry_on(game: Game, copy: Game) -> None:
    """A copy of a game is told from where the telling of the game has come."""
    told = _kept.setdefault(copy, {})
    for seat, lines in _kept.get(game, {}).items():
        told[seat] = lines.copied()


def stood(sight: Sight, fact: str, seq: int) -> Any:
    """What a fact had become by an entry, as the record tells it to this seat."""
    for line in reversed(chronicle(sight).lines[:seq]):
        if not 0 < line.undone_by <= seq:
            for effect in reversed(line.effects):
                if effect.fact == fact:
                    return effect.is_
    return None


def facts_at(game: Game, seq: int) -> World:
    """The open facts as they stood before an entry; what was sealed then is unknown here."""
    from legation.core.history import fold

    return fold(World(game.world.schema), _live_before(game, seq)).world


def _live_before(game: Game, seq: int) -> Iterator[Entry]:
    return (entry for entry in game.live() if entry.seq < seq)
