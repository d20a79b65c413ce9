"""All that follows from a deed of The War Game, gathered from the rules that heed it, in the order of the book."""

from __future__ import annotations

from collections.abc import Iterable

from legation.books.twg import deeds
from legation.books.twg.charts import home_of, neutrals
from legation.books.twg.deeds import HANDS, REPELLED, STRUCK, is_land
from legation.books.twg.map.own_board import on_board
from legation.books.twg.map.own_names import still_held
from legation.books.twg.money.purses import recounted
from legation.books.twg.steps import steps
from legation.books.twg.war import aggression, rights_of_war, vichy_conflicts
from legation.books.twg.war.rights_of_war import owner_after
from legation.core.deeds import Chapter, Deed, On, among, due, enacted
from legation.core.expr import bound
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, do, settle
from legation.core.rules import Rule
from legation.core.sweeps import Whenever
from legation.core.turning import kept

__all__ = ["HEEDS", "attacked", "beaten_off", "changes_hands", "heeded", "instant", "over"]

# The Guide first, then the 1939 rules.
HEEDS = (*deeds.HEEDS, *rights_of_war.HEEDS, *aggression.HEEDS, *vichy_conflicts.HEEDS)


@kept
def heeded(deed: Deed, attacker: str, target: str, force: str = "land") -> tuple[On, ...]:
    """What charts make of an attack on this land, or of a march into it, be it their own or not."""
    heeding = ((n, rule) for n in neutrals() for rule in n.heeds.get(target, ()) if deed in among(rule))
    return tuple(bound(n.bind(rule, attacker), force=force) for n, rule in heeding)


def attacked(world: World, deed: Deed, attackers: Iterable[str], target: str, force: str = "land") -> list[On]:
    """What an attack or a raid means at once, for everybody who takes part in it and for the land."""
    first, *joined = attackers
    roles = {"here": target, "home": aggression.homeland(target), "deed": deed.name, "force": force}
    found = [
        rule
        for nation in (first, *joined)
        for rule in (*due(HEEDS, world, deed, attacker=nation, **roles), *heeded(deed, nation, target, force))
    ]
    return [*found, *due(HEEDS, world, STRUCK, attacker=first, **roles)]


def beaten_off(world: World, attackers: Iterable[str], place: str) -> list[Change]:
    """The land has held out against all of them."""
    held = [rule for nation in attackers for rule in due(HEEDS, world, REPELLED, attacker=nation, here=place)]
    changes = enacted(held, world)
    return [*changes, *recounted(world, changes)]


# -- a place that changes hands
def changes_hands(
    world: World, place: str, taker: str, besides: Iterable[str] = (), under: str = "", beside: Iterable[On] = ()
) -> list[Change]:
    """The one door through which a territory comes into other hands: by whom, for whom, and under which rule.

    What a battle brings besides is judged and set with it.
    """
    heir, rule = owner_after(world, taker, place)
    freed = _freed(world, place, taker)
    roles = {"taker": taker, "to": heir, "whole": place, "under": under or (freed[0].cite if freed else rule)}
    split = place in on_board(world.schema).parts
    spots = {place: "yes" if split else "no", **dict.fromkeys(besides, "part" if split else "no")}
    heeds = (*HEEDS, *_ordered())
    follow = [on for spot in spots for on in due(heeds, world, HANDS, here=spot, split=spots[spot], **roles)]
    changes = still_held(world, enacted([*beside, *freed, *follow], world))
    return [*changes, *recounted(world, changes)]


@kept
def _ordered() -> tuple[Chapter, ...]:
    """Countries that are won in battles of their own charts."""
    return tuple(Chapter(battle.follows, is_land(n.slug)) for n in neutrals() for battle in n.battles)


def _freed(world: World, place: str, taker: str) -> list[Rule]:
    """What a chart makes of its liberators, instead of a conqueror's Total Control."""
    home = home_of().get(place)
    freed = home.liberators.get(taker) if home and place in home.lands else None
    rules: list[Rule] = [home.bind(freed.rule())] if home and freed else []
    return [rule for rule in rules if rule.applies(world)]


@steps.step("twg.hands")
def hands(world: World, frame: Frame) -> Directive:
    return over(changes_hands(world, frame.place, frame.taker, under=frame.get("under", "")))


# -- when a deed is over
def over(changes: Iterable[Change] = ()) -> Directive:
    """What came of it last, and what charts call immediate."""
    return do(list(changes), then="twg.deed.over")


@steps.step("twg.deed.over")
def deed_over(world: World, frame: Frame) -> Directive:
    return settle(instant(), then=None)


@kept
def instant(only: tuple[str, ...] = ()) -> Whenever:
    """What charts bring about the moment it is reported."""
    return Whenever(rule for n in neutrals() if not only or n.slug in only for rule in n.instant)
