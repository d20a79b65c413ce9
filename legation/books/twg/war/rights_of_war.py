"""Who may attack what, whose land a neutral territory is, and for whom conquered land is liberated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from legation.books.twg.chart import CONTROL
from legation.books.twg.deeds import HANDS, HEIR, TARGET, UNDER, WHOLE, held_by, is_land
from legation.books.twg.map.geography import geography, slug
from legation.books.twg.powers import ALL, ALLIES, AXIS, CHINA, FRANCE, TITLES, UK, USA, USSR, WESTERN, title
from legation.books.twg.schema import ARMY
from legation.books.twg.vocabulary import HERE, allied, occupied, place_name, stance, totally_controlled, under
from legation.books.twg.war.vichy import TERRITORIES, is_vichy
from legation.core.deeds import Chapter, On, filled
from legation.core.errors import Refused
from legation.core.expr import NO, YES, Expr, all_of, any_of, choice, holds, lift, named
from legation.core.facts import World
from legation.core.rules import Assign, decided, sets

__all__ = ["ANY_NEUTRAL", "HEEDS", "RULES", "SURVIVES", "AttackRight"]
__all__ += ["check_attack", "is_players_land", "is_target", "owner_after", "targets"]

ANY_NEUTRAL = "ussr-attacks-any-neutral"  # the option that takes the word neutral in its widest sense
SURVIVES = ("destroyer", "minor-factory")  # of an army, what conquest of the land does not destroy
CHINAS_NEIGHBOURS = ("tibet", "mongolia", "nepal")


# -- whose land it is
def is_players_land(place: str) -> Expr:
    """Held by conquest, chart or set-up it is some nation's own land; held by an attack reaction it is not."""
    return all_of(totally_controlled(place), ~reacts_again(place))


def reacts_again(place: str) -> Expr:
    """What reacted to one attack reacts to the next as well, and the latest counts.

    What counts as a nation's original land (the Belgian and Dutch possessions of France) does not react again.
    """
    reacted = choice(f"control.{place}", "reaction", says=f"{place_name(place)} is[ not] held by an attack reaction")
    no_original = choice(
        f"as-original.{place}", "none", says=f"{place_name(place)} counts as [nobody's|somebody's] original land"
    )
    says = f"{place_name(place)} is[ not] held by an attack reaction[, and the latest attack counts|]"
    return named(says, all_of(reacted, no_original), cite="DG-ATK-9")


def _axis_land(place: str) -> Expr:
    """Held by the Axis, or French land that has gone over to Vichy."""
    held = held_by(place, *AXIS)
    if place not in TERRITORIES:
        return held
    return any_of(held, is_vichy(place))


def _neutral(place: str) -> bool:
    return geography().places[place].neutral


def _hostile(place: str) -> Expr:
    """Sworn to, or under Total Control of, an Axis nation."""
    sworn_ = any_of(*(stance(place, n, "sworn") for n in AXIS)) if _neutral(place) else NO
    return named(f"{place_name(place)} is[ not] hostile", any_of(_axis_land(place), sworn_))


def _soviet_targets(place: str) -> Expr:
    if not _neutral(place):
        return _axis_land(place)
    option = choice(f"option.{ANY_NEUTRAL}", "yes", says="[every neutral is|not all neutrals are] open to the USSR")
    guarded = under(place, CHINA) & occupied(place, WESTERN)  # Chinese land is open unless the West stands there
    allied = all_of(is_players_land(place), any_of(under(place, UK, FRANCE, USA), guarded))
    return all_of(any_of(~allied, option), ~under(place, USSR))


def _chinese_land(place: str) -> Expr:
    return NO if _neutral(place) else all_of(held_by(place, CHINA), ~occupied(place, WESTERN))


def _neighbours_of_china(place: str) -> Expr:
    protected = any_of(*(stance(place, n, "sworn", "total") for n in WESTERN)) if _neutral(place) else NO
    return ~protected & ~under(place, CHINA) if place in CHINAS_NEIGHBOURS else NO


def _axis_in_asia(place: str) -> Expr:
    if geography().places[place].continent != "Asia":
        return NO
    return any_of(*(allied(place, n) for n in AXIS)) if _neutral(place) else _axis_land(place)


def _soviet_land(place: str) -> Expr:
    if _neutral(place):
        return under(place, USSR)
    return held_by(place, USSR, *(AXIS if place in geography().original(USSR) else ()))


# -- the rights
@dataclass(frozen=True, eq=False)
class AttackRight:
    """These nations may attack the places for which the condition holds.

    `concerns` are the places that a refusal under this id speaks of.  With `forbids` the id is a ban on the others.
    """

    label: str
    cite: str
    by: tuple[str, ...]
    targets: Callable[[str], Expr]
    concerns: Callable[[str], bool] = lambda place: True
    forbids: bool = False
    again: bool = False

    def tells(self) -> Iterator[str]:
        yield f"the referee says {'no' if self.forbids else 'yes'} to {title(*self.by)}: {self.label}"

    def allows(self, world: World, place: str) -> bool:
        """A right applies to what it opens, a ban to what it closes."""
        open_ = holds(self.targets(place), world)
        return decided(self, world, open_ is not self.forbids) is not self.forbids


RIGHTS = (
    AttackRight("the Axis may attack any neutral at any time", "DG-WAR-1", AXIS, lambda place: lift(_neutral(place))),
    AttackRight(
        "what an Axis nation holds is Friendly to the others, and none of them attacks it",
        "DG-WAR-2",
        AXIS,
        lambda place: ~held_by(place, *AXIS),
        forbids=True,
        again=True,
    ),
    AttackRight(
        "the USSR may attack Chinese land only where no British, French or American land unit stands",
        "DG-WAR-5",
        (USSR,),
        _chinese_land,
        concerns=lambda place: place in geography().original(CHINA),
    ),
    AttackRight(
        "the USSR may attack neutrals and Axis land, not its allies' land", "DG-WAR-4", (USSR,), _soviet_targets
    ),
    AttackRight(
        "China may attack Tibet, Mongolia and Nepal unless the U.K., France or the U.S.A. protects them",
        "DG-WAR-8",
        (CHINA,),
        _neighbours_of_china,
        concerns=lambda place: place in CHINAS_NEIGHBOURS,
    ),
    AttackRight(
        "China may attack Soviet land",
        "DG-WAR-10",
        (CHINA,),
        _soviet_land,
        concerns=lambda place: place in geography().original(USSR),
    ),
    AttackRight("China may attack what the Axis holds or is allied with in Asia", "DG-WAR-9", (CHINA,), _axis_in_asia),
    AttackRight(
        "the U.K., France and the U.S.A. never attack a neutral that is less than Sworn to the Axis",
        "DG-WAR-14",
        WESTERN,
        lambda place: _hostile(place) if _neutral(place) else YES,
        concerns=_neutral,
        forbids=True,
    ),
    AttackRight(
        "the U.K., France and the U.S.A. may attack only what is Sworn to, or under Total Control of, the Axis",
        "DG-WAR-13",
        WESTERN,
        _hostile,
    ),
)


# -- what becomes of land that is retaken
@dataclass(frozen=True, eq=False)
class Liberation:
    """These nations give what they conquer back to its original owner, if it is one of `owners`; or they keep it."""

    label: str
    cite: str
    by: tuple[str, ...]
    owners: tuple[str, ...]
    only_from: tuple[str, ...] = AXIS
    keeps: bool = False  # whosever land it was

    def tells(self) -> Iterator[str]:
        whose = "all others" if len(self.owners) == len(ALL) else title(*self.owners)
        taken = f"what {title(*self.by)} takes from {title(*self.only_from)}"
        yield f"{taken} is its own" if self.keeps else f"{taken} goes back to its original owner, if that is {whose}"

    def applies(self, world: World, taker: str, owner: str | None, holders: Iterable[str]) -> bool:
        theirs = self.keeps or (owner in self.owners and owner != taker)
        return decided(self, world, theirs and any(holder in self.only_from for holder in holders))


LIBERATIONS = (
    Liberation("Axis nations liberate one another's original land", "DG-WAR-3", AXIS, AXIS, only_from=ALLIES),
    Liberation(
        "what the USSR takes from the Axis it keeps, whosever land it was", "DG-WAR-6", (USSR,), ALL, keeps=True
    ),
    Liberation("China liberates for every Ally but the USSR", "DG-WAR-11", (CHINA,), WESTERN),
    Liberation(
        "the U.K., France, the U.S.A. and China help each other get their original land back",
        "DG-WAR-16",
        WESTERN,
        (*WESTERN, CHINA),
    ),
)

# -- how land comes into other hands
CONQUERED, NEUTRAL = "DG-AFF-6", is_land(*geography().neutrals, of_=WHOLE, says="it is [neutral|a player's] land")
CONTROLLED = "a conquered territory comes under the conqueror's Total Control, and its army is gone"
UNDER_CONTROL = (*CONTROL, *(sets(f"army.{HERE}.{kind}", 0) for kind in ARMY if kind not in SURVIVES))


def _handed(label: str, cite: str, land: tuple[Assign, ...], again: bool = True) -> On:
    """By this rule it comes to the heir."""
    return On(label, cite, on=HANDS, when=filled(UNDER, cite, says="it is[ not] by this rule"), sets=land, again=again)


def _doors(land: tuple[Assign, ...], again: bool) -> tuple[On, ...]:
    freed = (_handed(rule.label if rule.keeps else "it is liberated", rule.cite, land) for rule in LIBERATIONS)
    return _handed(CONTROLLED, CONQUERED, land, again), *freed


HEEDS = (
    Chapter(_doors(UNDER_CONTROL, again=False), NEUTRAL & filled(TARGET, WHOLE, says="it is[ not] all of it")),
    Chapter(_doors((sets(f"holder.{HERE}", str(HEIR)),), again=True), ~NEUTRAL),
)
RULES = (RIGHTS, LIBERATIONS, reacts_again(HERE), HEEDS)


def owner_after(world: World, taker: str, place: str) -> tuple[str, str]:
    """Who has a territory that was conquered: the taker, or the owner it is liberated for; and by which rule."""
    if _neutral(place):
        holders = [n for n in ALL if world.get(f"stance.{place}.{n}") == "total"]
        owner = world.get(f"as-original.{place}")
    else:
        vichy = world.get(f"vichy.{place}") if place in TERRITORIES else None
        holders = [world.get(f"holder.{place}") or "", vichy or ""]
        owner = slug(geography().places[place].original_owner)
    rules = [rule for rule in LIBERATIONS if taker in rule.by and rule.applies(world, taker, owner, holders)]
    if not rules:
        return taker, CONQUERED
    return taker if rules[-1].keeps else str(owner), rules[-1].cite


# -- consulting them
def _rights(attacker: str) -> list[AttackRight]:
    return [right for right in RIGHTS if attacker in right.by]


def _consult(world: World, attacker: str, place: str) -> tuple[list[AttackRight], list[AttackRight]]:
    """The rules that allow the attack, and those that do not; a ban leaves none of the former."""
    consulted = [(right, right.allows(world, place)) for right in _rights(attacker)]
    refusing = [right for right, allowed in consulted if not allowed]
    banned = any(right.forbids for right in refusing)
    return [] if banned else [r for r, allowed in consulted if allowed and not r.forbids], refusing


def targets(world: World, attacker: str) -> list[str]:
    """What a nation may attack by these rules; of the Axis they only say that every neutral is open."""
    world = world.heard_by(None)  # what is only listed consults no rule
    return [place for place in geography().all if _consult(world, attacker, place)[0]]


def is_target(world: World, attacker: str, place: str) -> bool:
    """Whether these rules leave the attack open."""
    allowing, refusing = _consult(world, attacker, place)
    return bool(allowing) or _silent(attacker, place, refusing)


def _silent(attacker: str, place: str, refusing: list[AttackRight]) -> bool:
    """On players' land these rules say nothing of the Axis, but that its own is not attacked."""
    return attacker in AXIS and not _neutral(place) and not any(right.forbids for right in refusing)


def check_attack(world: World, attacker: str, place: str) -> AttackRight | None:
    """The rule that allows the attack; None where these rules are silent, and a refusal where they forbid it."""
    allowing, refusing = _consult(world, attacker, place)
    if allowing or _silent(attacker, place, refusing):
        return next(iter(allowing), None)
    refusing.sort(key=lambda right: not right.forbids)
    right = next(right for right in refusing if right.concerns(place))
    message = f"{TITLES[attacker]} may not attack {place_name(place)}: {right.label}"
    open_ = targets(world, attacker)
    raise Refused(message, rule=right.cite, allowed=open_, said=list(map(place_name, open_)))
