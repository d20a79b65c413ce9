"""Rule 85.46, A to M: where the units of each minor ally may go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from legation.books.awaw.minors.vocabulary import actor_is, at_home, site_is, status_is, title
from legation.books.awaw.powers import (
    BALKANS,
    BRITAIN,
    CURRENT_CLASSIC,
    CURRENT_GS,
    FACTIONS,
    GERMANY,
    HOME,
    MINORS,
    OLDER,
    RUSSIA,
    SIDES,
)
from legation.books.awaw.vocabulary import HERE, JOINED, at_war, beneficiary, declared_war, edition
from legation.core.expr import NO, YES, Expr, any_of, choice, named
from legation.core.rules import Limit, Permit
from legation.core.voice import listed

__all__ = [
    "ENTERING",
    "IN_REACH",
    "IS_ALLY",
    "ONLY_ALLIES",
    "SAME_FACTION",
    "ClosedTo",
    "Open",
    "on_front",
]

CURRENT = edition(CURRENT_CLASSIC, CURRENT_GS)
BALKAN_FOUR = ("bulgaria", "hungary", "rumania", "yugoslavia")
BALTIC = ("baltic-states", "estonia", "latvia", "lithuania")
FRENCH_NORTH_AFRICA = ("algeria", "morocco", "tunisia")
SCANDINAVIANS = ("finland", "norway", "sweden")
PARTS = {"rumania": ("bessarabia",), "finland": ("finnish-border-hexes",), "poland": ("eastern-poland",)}
NAMESAKES = {"belgium": ("belgium", "belgium-luxembourg", "luxembourg")}


@dataclass(frozen=True, eq=False)
class ClosedTo(Limit):
    """A second side of an id: what it forbids beside what it allows."""

    again: bool = True


@dataclass(frozen=True, eq=False)
class Open(Permit):
    """A second side of an id: what it allows beside what it forbids."""

    again: bool = True


@dataclass(frozen=True, eq=False)
class Reach:
    """The areas of one country's units beyond their home; `shut` closes some of them again."""

    country: str
    cite: str
    says: str
    areas: Expr
    shut: Expr = NO
    when: Expr = YES

    @property
    def whose(self) -> Expr:
        return actor_is(*NAMESAKES.get(self.country, (self.country,))) & self.when

    def clauses(self) -> Iterable[Limit | Permit]:
        if self.shut is not NO:
            yield ClosedTo("a Balkan country of its own side is closed to it", self.cite, self.whose & self.shut)
        yield Permit(self.says, self.cite, self.whose & self.areas)


# -- where
def within(*areas: str) -> Expr:
    """In one of these countries or areas, or in a named place of it."""
    places = (place for place, home in HOME.items() if home in areas)
    return choice("site", *dict.fromkeys((*areas, *places)), says=f"it is[ not] in {listed(map(title, areas), 'or')}")


def on_front(front: str) -> Expr:
    """The place lies on a front, as the group's own map has it."""
    return choice(f"front.{HERE}", front, says=f"{{Here}} [lies|does not lie] on the {front.replace('-', ' ')}")


def _balkan(country: str) -> Expr:
    return within(country, *PARTS.get(country, ()))


def _with_same(a: str, b: str, groups: Iterable[str]) -> Expr:
    """Two countries have joined powers of one group."""
    both = any_of(*(beneficiary(a, group) & beneficiary(b, group) for group in groups))
    return status_is(*JOINED, country=b) & both


def _same_side(actor: str, groups: Iterable[str]) -> Expr:
    """In a Balkan country of the actor's own alliance or faction."""
    groups = tuple(groups)
    return named(
        "it is in [a|no] Balkan country of its own side",
        any_of(*(_balkan(c) & _with_same(actor, c, groups) for c in BALKANS if c != actor)),
    )


def _hostile(a: str, b: str, groups: tuple[str, ...]) -> Expr:
    """A country is with an enemy of the other's friends, or at war with them by itself."""
    apart = ((f, g) for f in groups for g in groups if f != g)
    with_an_enemy = any_of(*(beneficiary(a, f) & beneficiary(b, g) & at_war(f, g) for f, g in apart))
    by_itself = any_of(*(beneficiary(a, f) & at_war(f, b) for f in groups))
    return (status_is(*JOINED, country=b) & with_an_enemy) | (~status_is(*JOINED, country=b) & by_itself)


def _balkan_prey(actor: str, groups: tuple[str, ...]) -> Expr:
    """In a Balkan country that is conquered, or hostile."""
    there = named("it is in [a|no] Balkan country", any_of(*map(_balkan, BALKANS)), cite="85.46A.balkans")
    others = (country for country in BALKANS if country != actor)
    prey = any_of(*(_balkan(c) & (status_is("conquered", country=c) | _hostile(actor, c, groups)) for c in others))
    return named("it is in [a|no] Balkan country that is conquered or hostile", there & prey)


class Extent(NamedTuple):
    """Where the units of a Balkan ally may go: what its rule says, where, and what another rule closes."""

    says: str
    areas: Expr
    apart: Expr
    older: str
    current: str


_south = site_is("european-turkey", "istanbul") | within("albania", "greece")
_north = within("poland", "eastern-poland", RUSSIA, *BALTIC)
EXTENT = {
    "bulgaria": Extent(
        "the south of the Balkans, and Balkan countries that are conquered or hostile",
        _south,
        NO,
        older="85.46A.bulgaria@older",
        current="85.46A.bulgaria@current",
    ),
    "hungary": Extent(
        "the south of the Balkans, the east, and conquered or hostile Balkan countries",
        _south | _north,
        site_is("bessarabia"),
        older="85.46A.hungary@older",
        current="85.46A.hungary@current",
    ),
    "rumania": Extent(
        "the south of the Balkans, the east, and conquered or hostile Balkan countries",
        _south | _north,
        NO,
        older="85.46A.rumania@older",
        current="85.46A.rumania@current",
    ),
    "yugoslavia": Extent(
        "the south of the Balkans, and Balkan countries that are conquered or hostile",
        _south,
        NO,
        older="85.46A.yugoslavia@older",
        current="85.46A.yugoslavia@current",
    ),
}


def _of_balkans(country: str) -> Iterable[Reach]:
    """One alliance of all enemies of the Axis in the older text, factions in the current one."""
    extent = EXTENT[country]
    for cite, when, groups in ((extent.older, edition(OLDER), SIDES), (extent.current, CURRENT, FACTIONS)):
        prey = extent.areas | _balkan_prey(country, groups)
        prey = prey if extent.apart is NO else prey & ~extent.apart
        yield Reach(country, cite, extent.says, prey, _same_side(country, groups), when)


def _of_storm(country: str, cite: str, more: Expr = NO) -> Reach:
    """A country that only Gathering Storm can make an ally, in the Balkans."""
    prey = more | _balkan_prey(country, FACTIONS)
    says = "Balkan countries that are conquered or hostile"
    return Reach(country, cite, says, prey, _same_side(country, FACTIONS), edition(CURRENT_GS))


def _scandinavian(cite: str, when: Expr, *strip: str) -> Iterable[Limit | Permit]:
    areas = within(*SCANDINAVIANS, "finnish-border-hexes") | site_is(*strip)
    says = "Scandinavian allies stay in their three countries and a strip of Russia"
    yield Permit(says, cite, actor_is(*SCANDINAVIANS) & when & areas)


_storm = edition(CURRENT_GS)
_german_poland = choice("beneficiary.poland", GERMANY, says="Poland is[ not] with Germany")
REACHES = (
    *(reach for country in BALKAN_FOUR for reach in _of_balkans(country)),
    _of_storm("croatia", "85.46A.croatia@current-gs"),
    _of_storm("serbia", "85.46A.serbia@current-gs"),
    Reach("belgium", "85.46B", "the western front", on_front("western-front")),
    Reach(
        "greece",
        "85.46C",
        "the Mediterranean front without French North Africa and Spain",
        on_front("mediterranean-front"),
        within(*FRENCH_NORTH_AFRICA, "spain") | site_is("algiers", "rabat", "tunis"),
    ),
    Reach(
        "spain",
        "85.46E",
        "the Mediterranean and eastern fronts",
        on_front("mediterranean-front") | on_front("eastern-front"),
    ),
    Reach(
        "turkey",
        "85.46F",
        "the Mediterranean front, Russia and Bessarabia",
        within(RUSSIA) | site_is("bessarabia") | on_front("mediterranean-front"),
    ),
    Reach("ukraine", "85.46G", "the Ukraine only", site_is("ukraine", "kiev")),
    Reach("vichy-france", "85.46H", "everywhere", YES),
    _of_storm("albania", "85.46J@current-gs", site_is("european-turkey", "istanbul") | within("greece")),
    Reach("austria", "85.46K@current-gs", "everywhere", YES, when=_storm),
    Reach("czechoslovakia", "85.46L@current-gs", "everywhere", YES, when=_storm),
    Reach(
        "poland",
        "85.46M.german@current-gs",
        "Poland, Russia, the Baltic States and the Balkans",
        _north | within(*BALKANS, "bessarabia"),
        when=_storm & _german_poland,
    ),
    Reach("poland", "85.46M.allied@current-gs", "everywhere", YES, when=_storm & ~_german_poland),
)

SHUT = tuple(reach.cite for reach in REACHES if reach.shut is not NO)

# -- the order in which they are looked at
IS_ALLY = named(
    "{Actor} is [an|no] active minor ally",
    any_of(
        *(actor_is(c) & status_is("ally", country=c) for c in MINORS),
        actor_is("belgium", "luxembourg") & status_is("ally", country="belgium-luxembourg"),
    ),
)
ONLY_ALLIES = Limit("these rules are for active minor allies", "85.41", ~IS_ALLY)
_home = any_of(
    at_home(),
    *(actor_is(c) & site_is(*parts) for c, parts in PARTS.items()),
    actor_is("belgium-luxembourg", "belgium") & within("belgium", "luxembourg", "belgium-luxembourg"),
)
AT_HOME = Permit("units of a minor ally go anywhere in their home country", "85.46", _home)

NO_NEW_COUNTRIES = Limit(
    "there is no Croatia and no Serbia in the classic game",
    "85.46A.classic",
    edition(CURRENT_CLASSIC) & actor_is("croatia", "serbia"),
)
NOT_IN_CLASSIC = ("albania", "austria", "czechoslovakia")
_poland_joined = status_is("ally", country="poland") & choice("beneficiary.poland", BRITAIN)
NEVER_ALLIES = Limit(
    "in the classic game it cannot become a minor ally",
    "85.46.classic",
    edition(CURRENT_CLASSIC) & (actor_is(*NOT_IN_CLASSIC) | (actor_is("poland") & ~_poland_joined)),
)
POLAND_OF_1939 = Open(
    "a Poland that survived Fall 1939 as a British ally goes everywhere",
    "85.46.classic",
    edition(CURRENT_CLASSIC) & actor_is("poland") & _poland_joined,
)


def _bessarabia(cite: str, when: Expr, groups: tuple[str, ...]) -> Iterable[Limit | Permit]:
    """Hungarians enter Bessarabia only over a Rumania that was conquered, or attacked by their own friends."""
    attacked = any_of(*(beneficiary("hungary", g) & declared_war(g, "rumania") for g in groups))
    free = status_is("conquered", country="rumania") | attacked
    there = when & actor_is("hungary") & site_is("bessarabia")
    yield Limit("Bessarabia is closed to Hungarian units while Rumania stands", cite, there & ~free)
    yield Open("Rumania is conquered, or was attacked by Hungary's friends", cite, there & free)


ENTERING: tuple[Limit | Permit, ...] = (
    NO_NEW_COUNTRIES,
    NEVER_ALLIES,
    ONLY_ALLIES,
    AT_HOME,
    POLAND_OF_1939,
    *_bessarabia("85.46A.hungary-bessarabia@older", edition(OLDER), SIDES),
    *_bessarabia("85.46A.hungary-bessarabia@current", CURRENT, FACTIONS),
    *(clause for reach in REACHES for clause in reach.clauses()),
    *_scandinavian("85.46D@older", edition(OLDER), "next-to-finland"),
    *_scandinavian("85.46D@current", CURRENT, "next-to-finland", "near-finland"),
)


# The same as the clauses, in one expression, for the rules on bases, redeployment and advances.
IN_REACH = named(
    "it is[ not] where its units may go",
    any_of(
        *(clause.when for clause in ENTERING if isinstance(clause, Permit) and clause.cite not in SHUT),
        *(reach.whose & reach.areas & ~reach.shut for reach in REACHES if reach.cite in SHUT),
    ),
)
SAME_FACTION = named(
    "it is [a|no] Balkan country of the same faction",
    any_of(*(actor_is(c) & _same_side(c, FACTIONS) for c in BALKANS)),
)
