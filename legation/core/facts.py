"""Facts: what a game knows, who told it, who may see it, and when it grows old.

A book's `Schema` lists families of facts (`stance.<territory>.<nation>`).  A `World` is an immutable set of values with
the origin of each.  What has no value and no default is unknown: it reads as a `Span`, never as false.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from legation.core.errors import BadRulebook, NotFound, Refused, nearest
from legation.core.log import Log, Shown
from legation.core.span import MAYBE, Between, Span
from legation.core.voice import affirmed, denied, quoted

__all__ = [
    "Change",
    "Choice",
    "Count",
    "Data",
    "Domain",
    "Family",
    "Flag",
    "Origin",
    "Schema",
    "Scoped",
    "Source",
    "Spec",
    "Teller",
    "World",
]

Value = Any  # plain JSON: bool, int, str, and lists or dicts of them for `Data`


class Teller(StrEnum):
    """Who may report a fact."""

    RULE = "rule"  # only rules (and rulings) change it
    BOARD = "board"  # the table reports it; the referee asks when it matters
    SHEET = "sheet"  # a group fills it in once, from its own board or unit chart
    SETUP = "setup"  # the scenario and the options fix it, and nothing changes it
    PASSING = "passing"  # laid over the world while something is worked out, and never kept

    @property
    def closed(self) -> bool:
        """Whether the table can neither report it nor be asked for it."""
        return self not in (Teller.BOARD, Teller.SHEET)


class Source(StrEnum):
    """Where the facts of a family come from."""

    SET = "rules and deeds set it"
    ASKED = "asked of the board"
    GIVEN = "given at set-up"
    PASSING = "passing"


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def check(self, value: Value) -> bool:
        return isinstance(value, bool)

    @property
    def open(self) -> Span:
        return MAYBE

    def __str__(self) -> str:
        return "yes or no"


@dataclass(frozen=True)
class Count:
    """A whole number from `lo` to `hi`."""

    lo: int = 0
    hi: int = 999
    of: str = ""  # what it is a number of, where that is not told as a bare number: turn, year, money

    def check(self, value: Value) -> bool:
        if value.__class__ is dict:  # only its bounds are told
            return bool(value) and value.keys() <= {"from", "to"} and self._ordered(value)
        return isinstance(value, int) and not isinstance(value, bool) and self.lo <= value <= self.hi

    def _ordered(self, said: dict[str, Any]) -> bool:
        return all(map(self.check, said.values())) and said.get("from", self.lo) <= said.get("to", self.hi)

    def between(self, said: dict[str, int]) -> Between | int:
        """A number of which only bounds were told, as a world keeps it; where they meet, it is known."""
        lo, hi = said.get("from", self.lo), said.get("to", self.hi)
        return lo if lo == hi else Between(lo, hi, self.told(lo, hi))

    def told(self, lo: int, hi: int) -> dict[str, int]:
        """Bounds in plain form; an end that says nothing is left out."""
        return {end: n for end, n, own in (("from", lo, self.lo), ("to", hi, self.hi)) if n != own}

    @cached_property
    def open(self) -> Span:
        return Span(self.lo, self.hi)

    def __str__(self) -> str:
        return f"a whole number from {self.lo} to {self.hi}"


@dataclass(frozen=True)
class Choice:
    """One of a few words, in order from the weakest to the strongest where an order matters."""

    options: tuple[str, ...]
    names: tuple[str, ...] = ()  # what people call them, where the words themselves will not do

    def check(self, value: Value) -> bool:
        return value in self.options

    @cached_property
    def called(self) -> dict[str, str]:
        return dict(zip(self.options, self.names, strict=True)) if self.names else {}

    @property
    def open(self) -> Span:
        return MAYBE

    @cached_property
    def rank(self) -> dict[str, int]:
        return {option: i for i, option in enumerate(self.options)}

    def __str__(self) -> str:
        return "one of " + ", ".join(self.options)


@dataclass(frozen=True)
class Data:
    """Plain data that no condition reads (a list of pending battles, a log of tension changes)."""

    def check(self, value: Value) -> bool:
        return value is not None

    @property
    def open(self) -> Span:
        return MAYBE

    def __str__(self) -> str:
        return "plain data"


Domain = Flag | Count | Choice | Data


@dataclass(frozen=True)
class Family:
    """A family of facts that differ only in their parameters.

    `says` is English with a slot per parameter; `known_to` is "all", or "seat" for facts that only the seat named by
    the first parameter may see.  `stale_after` counts turns; None means that an answer stays good.

    What the table may tell has a default only for a reason (`because`): that it was so at set-up, and that whatever
    changes it is reported as a deed.  What may have happened without a report has none: it is asked for.
    """

    name: str
    domain: Domain
    says: str
    over: tuple[tuple[str, ...], ...] = ()
    told_by: Teller = Teller.RULE
    known_to: str = "all"
    default: Value = None
    because: str = ""  # why what nobody has told is as the default says, or as the scenario's own default does
    apart: bool = False  # each fact is a matter of its own, such as an event: what sets one says nothing of another
    stale_after: int | None = None
    nothing: Value = None  # what it is if nothing has happened: what "all quiet" tells of it where nobody has told it
    fleeting: bool = False  # it is about one turn: what was told of an earlier one says nothing of this
    quiet: bool = False  # bookkeeping, which summaries leave out
    doc: str = ""
    asked_by: str = ""  # the rule under which the table is asked for it, if not the book's general one
    but: tuple[
        tuple[str, str], ...
    ] = ()  # single facts that are said in other words: (one of its parameters, those words)
    becomes: str = ""  # what happens when one takes a `{value}`, if that is said in other words than what it is

    @property
    def source(self) -> Source:
        """Where its facts come from; of what the table tells only by exception, from the deeds that it reports."""
        if self.told_by is Teller.PASSING:
            return Source.PASSING
        if self.told_by in (Teller.SHEET, Teller.SETUP):
            return Source.GIVEN
        return Source.ASKED if self.told_by is Teller.BOARD and not self.because else Source.SET

    def keys(self) -> Iterator[str]:
        return (".".join((self.name, *names)) for names in product(*self.over))


class Spec(NamedTuple):
    """One fact of a family."""

    key: str
    family: Family
    names: tuple[str, ...]
    wording: str  # of a truth, both what is said if it is so and if it is not

    @property
    def domain(self) -> Domain:
        return self.family.domain

    @property
    def says(self) -> str:
        return affirmed(self.wording)

    @property
    def asked(self) -> str:
        """Within a question: a number by its name, a truth as whether it is so."""
        return f"whether {self.says}" if isinstance(self.domain, Flag) else self.says

    def told(self, value: Value) -> str:
        """A truth as the sentence that is so."""
        return denied(self.wording) if value is False else self.says


@dataclass(frozen=True)
class Schema:
    """All facts of a book in one scenario.  `clock` names the fact that counts turns; `titles` gives names to slugs."""

    families: tuple[Family, ...]
    clock: str = "turn"
    titles: Mapping[str, str] = field(default_factory=dict)
    defaults: Mapping[str, Value] = field(default_factory=dict)  # single facts whose default is not the family's
    asked: frozenset[str] = frozenset()  # single facts that have none although their family has: what came before
    _specs: dict[str, Spec] = field(default_factory=dict, repr=False, compare=False)
    _not_outside: dict[tuple[tuple[str, ...], frozenset[str]], tuple[str, ...]] = field(
        default_factory=dict, repr=False, compare=False
    )
    fallbacks: dict[str, Value] = field(default_factory=dict, repr=False, compare=False)
    _not_empty: dict[frozenset[str], frozenset[str]] = field(default_factory=dict, repr=False, compare=False)
    _open: dict[frozenset[str], frozenset[str]] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def by_name(self) -> dict[str, Family]:
        found: dict[str, Family] = {}
        for family in self.families:
            if family.name in found:
                raise BadRulebook(f"two families of facts are called {family.name!r}")
            found[family.name] = family
        return found

    @cached_property
    def ageing(self) -> dict[str, int]:
        """The facts that grow old, with the turns that takes."""
        mortal = ((f, f.stale_after) for f in self.families if f.stale_after is not None)
        return {key: after for family, after in mortal for key in family.keys()}  # noqa: SIM118 - not a dict

    @cached_property
    def all_defaults(self) -> dict[str, Value]:
        """What every fact is that nobody sets, as far as anybody can say."""
        found = ((key, self.fallback(key)) for key in self.keys())
        return {key: value for key, value in found if not isinstance(value, Span)}

    def title(self, slug: str) -> str:
        return self.titles.get(slug, slug)

    def value_titles(self, key: str, values: Collection[str]) -> list[str]:
        """What people call some of the words that a fact can be, in their order."""
        domain = getattr(self.by_name.get(key.partition(".")[0]), "domain", None)
        called = domain.called if isinstance(domain, Choice) else {}
        order = [one for one in domain.options if one in values] if isinstance(domain, Choice) else sorted(values)
        return [called.get(one) or self.titles.get(one) or one.replace("-", " ") for one in order]

    def wording(self, key: str) -> str:
        """A fact in words, also one with open slots, or one that is only laid over a world."""
        name, *names = key.split(".")
        family = self.by_name.get(name)
        if family is not None and len(names) == 1 and "{" in names[0] and len(family.over) == 2:
            names = ["the one", "the other"]  # a slot for both names, such as a war
        if family is None or len(names) != len(family.over):
            return key.replace("-", " ")
        says = next((words for name, words in family.but if name in names), family.says)
        return says.format(*(self.titles.get(n) or n.replace("-", " ") for n in names))

    def spec(self, key: str) -> Spec:
        """The fact with this key; a `NotFound` with the nearest keys if there is none."""
        spec = self._specs.get(key)
        if spec is None:
            spec = self._specs[key] = self._find(key)
        return spec

    def __contains__(self, key: str) -> bool:
        """Whether there is such a fact, without a search for what comes near."""
        name, *names = key.split(".")
        family = self.by_name.get(name)
        return (
            family is not None
            and len(names) == len(family.over)
            and all(given in options for given, options in zip(names, family.over, strict=True))
        )

    def _find(self, key: str) -> Spec:
        name, *names = key.split(".")
        family = self.by_name.get(name)
        if family is None:
            meant = [known + key[len(name) :] for known in nearest(name, self.by_name)]
            raise NotFound("fact", key, meant or self.by_name)
        if len(names) != len(family.over):
            shape = ".".join([name, *("<" + "|".join(o[:3]) + "…>" for o in family.over)])
            raise NotFound("fact", key, [shape])
        for given, options in zip(names, family.over, strict=True):
            if given not in options:
                raise NotFound(f"name in “{key}”:", given, options)
        return Spec(key, family, tuple(names), self.wording(key))

    def fallback(self, key: str) -> Value:
        """The value of a fact that nobody has set: its default, or the span of all it could be."""
        try:
            return self.fallbacks[key]
        except KeyError:
            default = self.defaults.get(key)
            spec = self.spec(key)
            if default is None and key not in self.asked:
                default = spec.family.default
            value = self.fallbacks[key] = spec.domain.open if default is None else default
            return value

    def not_empty(self, keys: frozenset[str]) -> frozenset[str]:
        """Those of the keys whose fact, when nobody has set it, is not simply 0."""
        found = self._not_empty.get(keys)
        if found is None:
            odd = (k for k in keys if self.fallback(k) != 0 or k in self.ageing)
            found = self._not_empty[keys] = frozenset(odd)
        return found

    def may_be_open(self, keys: frozenset[str]) -> frozenset[str]:
        """Those of the keys that nobody may know: they have no default, or grow old."""
        found = self._open.get(keys)
        if found is None:
            mortal = (key for key in keys if key in self.ageing or isinstance(self.fallback(key), Span))
            found = self._open[keys] = frozenset(mortal)
        return found

    def not_outside(self, keys: tuple[str, ...], options: frozenset[str]) -> tuple[str, ...]:
        """Those of several choices whose default is one of the options, or that have none."""
        known = self._not_outside.get((keys, options))
        if known is None:
            found = (key for key in keys if isinstance(v := self.fallback(key), Span) or v in options)
            known = self._not_outside[keys, options] = tuple(found)
        return known

    def check(self, key: str, value: Value) -> None:
        """Refuse a value that the fact cannot have."""
        spec = self.spec(key)
        bounds = isinstance(value, dict) and not isinstance(spec.domain, Data)
        if not spec.domain.check(value) or (bounds and not self.can_be_open(key)):
            raise Refused(f"{spec.says} cannot be {quoted(value)}: it is {spec.domain}")

    def can_be_open(self, key: str) -> bool:
        """Whether the table tells it, and there may be a time at which nobody can say it."""
        told = not self.spec(key).family.told_by.closed
        return told and (key in self.ageing or isinstance(self.fallback(key), Span))

    def keys(self) -> Iterator[str]:
        for family in self.families:
            yield from family.keys()


class Origin(NamedTuple):
    """Where a value comes from: the entry that set it, the turn, and the rule or person behind it."""

    kind: str  # setup, rule, report, ruling, given
    seq: int = 0
    turn: int = 0
    rule: str | None = None
    by: str | None = None


Stamp = tuple[str, int, int, str | None, str | None]  # an origin as it is kept


class Change(msgspec.Struct, frozen=True):
    """One fact that became something else, and by which rule."""

    fact: str
    old: Value
    new: Value
    rule: str = ""

    @property
    def real(self) -> bool:
        """Whether anything becomes different by it."""
        return bool(self.old != self.new)


DEFAULT = Origin("default")


class World:
    """An immutable set of facts.  While an act is carried out, what is consulted on it goes into the act's log."""

    __slots__ = ("_aged", "_log", "_mortal", "_origins", "_values", "schema")
    house: Mapping[str, int] = MappingProxyType({})  # modifiers by id, where a simulation tries another number
    lasting = True  # whether it can be kept and compared with later ones
    recall: Callable[[Any], Any] | None = None  # how it remembers what takes long to work out, if it does

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self._values: dict[str, Value] = {}
        self._origins: dict[str, Stamp] = {}
        self._aged: dict[str, Value] = {}  # reported too long ago to be trusted; None: hidden, and its value is lost
        self._mortal: set[str] = set()  # what was ever set and may grow old
        self._log: Log | None = None

    def _copy(self) -> World:
        new = World(self.schema)
        new._log = self._log
        new._values, new._origins, new._aged = self._values.copy(), self._origins.copy(), self._aged
        new._mortal = self._mortal.copy()
        return new

    # -- reading, as expressions do it
    def read(self, key: str) -> Any:
        """A number or a truth; a `Span` if unknown."""
        value = self._values.get(key)
        if value is None and not self._aged:  # asked for most often: no further call
            value = self.schema.fallbacks.get(key)
        return self._missing(key) if value is None else value

    def _missing(self, key: str) -> Any:
        """What is not set: the default; but of what was reported too long ago, nobody can say."""
        if self._aged and key in self._aged:
            return self.schema.spec(key).domain.open
        value = self.schema.fallbacks.get(key)
        return self.schema.fallback(key) if value is None else value

    def among(self, key: str, options: frozenset[str]) -> Any:
        """Whether a choice is one of the options."""
        value = self._values.get(key)
        if value is None:
            value = self._missing(key)
            if isinstance(value, Span):
                return value
        return value in options

    def any_among(self, keys: tuple[str, ...], options: frozenset[str]) -> Any:
        """Whether any of these choices is one of the options."""
        get = self._values.get
        for key in keys:
            if get(key) in options:
                return True
        result: Any = False
        sure = not self._aged or self._aged.keys().isdisjoint(keys)
        for key in self.schema.not_outside(keys, options) if sure else keys:
            if get(key) is None:  # what was set is not among them
                result = result | self.among(key, options)
        return result

    def found_among(self, keys: tuple[str, ...], options: frozenset[str]) -> list[tuple[str, Any]]:
        """Those of several choices that are one of the options, or may be, each with its truth."""
        get = self._values.get
        found: list[tuple[str, Any]] = [(key, True) for key in keys if get(key) in options]
        sure = not self._aged or self._aged.keys().isdisjoint(keys)
        for key in self.schema.not_outside(keys, options) if sure else keys:
            if get(key) is None and (value := self.among(key, options)) is not False:
                found.append((key, value))
        return found

    def present(self, keys: frozenset[str]) -> Any:
        """Whether any of these counts is 1 or more; what was never set and is 0 by default is passed over."""
        result: Any = False
        unsure = keys.intersection(self._aged) if self._aged else frozenset[str]()
        for key in self.ever_set(keys) | self.schema.not_empty(keys) | unsure:
            value = self.read(key)
            result = result | (value >= 1)
            if result is True:
                return True
        return result

    def rank(self, key: str) -> Any:
        """A choice as a number, counted from the weakest option."""
        value = self._values.get(key)
        domain = self.schema.spec(key).domain
        assert isinstance(domain, Choice), key
        if value is None:
            value = self._missing(key)
            if isinstance(value, Span):
                return Span(0, len(domain.options) - 1)
        return domain.rank[value]

    def weigh(self, expression: Any) -> Any:
        """The value of an expression here: the one door by which rules and steps put their questions."""
        return expression.value(self)

    # -- reading, as people do it
    def get(self, key: str) -> Value | None:
        """The plain value, the default, or None when nobody knows."""
        value = self.read(key)
        return None if isinstance(value, Span) else value

    def __getitem__(self, key: str) -> Value:
        value = self.get(key)
        if value is None:
            raise KeyError(key)
        return value

    def known(self, key: str) -> bool:
        value = self._values.get(key)
        return not isinstance(self._missing(key) if value is None else value, Span)

    def all_known(self, keys: frozenset[str]) -> bool:
        """Whether all of many facts are known."""
        for key in self.schema.may_be_open(keys):
            value = self._values.get(key)
            if (value is None or value.__class__ is Between) and not self.known(key):
                return False
        return True

    def origin(self, key: str) -> Origin:
        return Origin._make(self._origins.get(key, DEFAULT))

    def is_open(self, key: str) -> bool:
        """Whether everybody may know the present value: what was hidden and then revealed, or ruled, is open too."""
        return self.schema.spec(key).family.known_to == "all" or self.origin(key).kind in ("revealed", "ruling")

    def set_facts(self) -> Mapping[str, Value]:
        """Everything that was ever set, without the defaults, in plain form."""
        return {key: value.said if value.__class__ is Between else value for key, value in self._values.items()}

    def ever_set(self, keys: frozenset[str]) -> frozenset[str]:
        """Those of many facts that somebody has set; the others are what they are by default."""
        few = len(keys) < len(self._values)  # a set goes through what it is compared with, a view through the set
        return frozenset(keys & self._values.keys()) if few else keys.intersection(self._values)

    def age(self, key: str) -> int:
        """Turns since the fact was last set or confirmed."""
        clock = self._values.get(self.schema.clock, 0)
        return int(clock) - self.origin(key).turn

    @property
    def now(self) -> Origin:
        """The origin of what a rule sets at this moment."""
        return Origin("rule", turn=int(self._values.get(self.schema.clock, 0)))

    def stated(self, key: str) -> Value | None:
        """What was told of a fact, in plain form: its value, or what is known of its bounds."""
        value = self.read(key)
        return value.said if isinstance(value, Between) else None if isinstance(value, Span) else value

    def last(self, key: str) -> Value | None:
        """The value a stale fact had before it grew old, which may be bounds; else the present one."""
        value = self.get(key)
        return self._aged.get(key) if value is None else value

    def carried(self, key: str) -> Value | None:
        """What a fact is taken to be if nothing has changed: as last told, else as if nothing had happened."""
        family = self.schema.spec(key).family
        if isinstance(self.read(key), Between):  # something is known of it, only not enough
            return None
        last = self.get(key) if family.fleeting else self.last(key)
        return family.nothing if last is None else last

    def scoped(self, **facts: Value) -> Scoped:
        """This world with a few passing facts on top, such as who makes the present roll."""
        return self._scope({key.replace("__", "."): value for key, value in facts.items()})

    def _scope(self, passing: Mapping[str, Value]) -> Scoped:
        return Scoped(self, passing)

    # -- changing
    def change(self, fact: str, new: Value, rule: str = "") -> Change:
        """The change that gives a fact a value."""
        return Change(fact, self.stated(fact), new, rule)

    def changed_by(self, assign: Any, cite: str) -> Change | None:
        """The change that an assignment makes here, if any."""
        change: Change | None = assign.change(self, cite)
        return change

    def with_changes(self, changes: Iterable[Change], origin: Origin) -> World:
        """The world after these changes; a change of the clock makes old reports unknown again."""
        new = self._copy()
        new._fold(changes, origin)
        return new

    def _fold(self, changes: Iterable[Change], origin: Stamp) -> None:
        values, origins, clock, ageing = self._values, self._origins, self.schema.clock, self.schema.ageing
        kind, seq, _, _, by = origin
        turn = values.get(clock, 0)
        shared = True
        for change in changes:
            fact, value = change.fact, change.new
            if value is None:
                values.pop(fact, None)
            elif value.__class__ is dict and isinstance(domain := self.schema.spec(fact).domain, Count):
                values[fact] = domain.between(value)
            else:
                values[fact] = value
            if fact in ageing:
                self._mortal.add(fact)
            if fact in self._aged:
                if shared:  # with earlier worlds
                    self._aged, shared = self._aged.copy(), False
                del self._aged[fact]
            origins[fact] = (kind, seq, turn, change.rule or None, by)
            if fact == clock:
                before, turn = turn, value or 0
                self._grow_old(before, turn)

    def _grow_old(self, before: int, now: int) -> None:
        """Old reports become unknown; when the clock is set back, they count again."""
        values, origins, aged, ageing = self._values, self._origins, self._aged, self.schema.ageing
        told = [key for key in self._mortal if key in values]
        stale = [key for key in told if now - origins.get(key, DEFAULT)[2] >= ageing[key]]
        back = aged if now < before else ()
        fresh = [key for key in back if key in ageing and now - origins.get(key, DEFAULT)[2] < ageing[key]]
        if stale or fresh:
            self._aged = aged = aged.copy()  # shared with earlier worlds
            values |= {key: aged.pop(key) for key in fresh}
            aged |= {key: values.pop(key) for key in stale}

    def forgetting(self, sealed: Mapping[str, Origin]) -> World:
        """The same, but nobody can say what these facts are that were sealed so, whatever their default."""
        new = self._copy()
        new._aged = {**self._aged, **dict.fromkeys(sealed)}
        turn = self._values.get(self.schema.clock, 0)
        for key, origin in sealed.items():
            new._values.pop(key, None)
            new._origins[key] = origin._replace(turn=turn)
        return new

    def confirmed(self, keys: Iterable[str], origin: Origin) -> World:
        """The same values, with these facts looked at again just now."""
        new = self._copy()
        new._confirm(keys, origin)
        return new

    def _confirm(self, keys: Iterable[str], origin: Origin) -> None:
        origin = origin._replace(turn=self._values.get(self.schema.clock, 0))
        for key in keys:
            self._origins[key] = origin
            if self._aged.get(key) is not None:
                self._values[key] = self._aged[key]
        self._aged = {key: value for key, value in self._aged.items() if key not in self._values}

    # -- what kernel doors write, and no step can read
    def heard_by(self, log: Log | None) -> World:
        """This world, with what is consulted on it written into a log; nothing is copied."""
        new = self._shell()
        new._log = log
        return new

    def _shell(self) -> World:
        new = World.__new__(World)
        new.schema, new._values, new._origins = self.schema, self._values, self._origins
        new._aged, new._mortal = self._aged, self._mortal
        return new

    def note(self, cite: str, applied: bool, rule: Any = None) -> bool:
        """A rule was consulted, and applied or held back."""
        log = self._log
        if log is not None:
            log.lines.append((cite, applied, rule, self) if log.keeps else (cite, applied))
        return applied

    def weighed(self, plain: Callable[[World], Any]) -> None:
        """Something was decided in a quick way; `plain` says the same, rule by rule."""
        if self._log is not None and self._log.keeps:
            self._log.lines.append((plain, self))

    def show(self, what: Any) -> None:
        """Something was worked out that people may want to read, such as the sheet of a table."""
        if self._log is not None and self._log.keeps:
            self._log.lines.append(Shown(what, self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, World) and self._values == other._values

    def __hash__(self) -> int:
        try:
            return hash(frozenset(self._values.items()))
        except TypeError:  # plain data is in it
            return hash(frozenset((k, repr(v)) for k, v in self._values.items()))

    def difference(self, other: World) -> list[Change]:
        """What would have to change to get from this world to the other."""
        keys = {k for k in self._values.keys() | other._values.keys() if self.stated(k) != other.stated(k)}
        return [Change(k, self.stated(k), other.stated(k) if k in other._values else None, "") for k in sorted(keys)]


class Scoped(World):
    """A world with passing facts on top; they are never recorded."""

    __slots__ = ("_passing", "vague")

    def __init__(self, base: World, passing: Mapping[str, Value]) -> None:
        self.schema = base.schema
        self._values = base._values.copy()  # which makes every reading as quick as on a plain world
        self._values.update(passing)
        self._origins = base._origins
        self._aged = base._aged
        mortal = passing.keys() & base.schema.ageing.keys()
        self._mortal = base._mortal | mortal if mortal else base._mortal
        self._log = base._log
        self._passing = {**getattr(base, "_passing", {}), **passing}
        self.vague = frozenset([key for key, value in self._passing.items() if isinstance(value, Span)])
        for key in [key for key, value in passing.items() if value is None]:  # as if nobody had set it
            del self._values[key]

    def _copy(self) -> Scoped:
        return Scoped(super()._copy(), self._passing)

    def _shell(self) -> Scoped:
        new = Scoped.__new__(Scoped)
        new.schema, new._values, new._origins = self.schema, self._values, self._origins
        new._aged, new._mortal, new._passing, new.vague = self._aged, self._mortal, self._passing, self.vague
        return new

    def all_known(self, keys: frozenset[str]) -> bool:
        return keys.isdisjoint(self.vague) and super().all_known(keys)

    def set_facts(self) -> Mapping[str, Value]:
        return {key: value for key, value in super().set_facts().items() if key not in self._passing}
