"""Deeds of The War Game by chance, and what must hold of them: for the conformance suite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from random import Random
from typing import Any

from legation.books.twg.charts import neutrals
from legation.books.twg.deeds import ATTACK, BOARD, RAID
from legation.books.twg.diplomacy import navy
from legation.books.twg.map.geography import geography
from legation.books.twg.map.own_names import WHERE, in_the_rules, somewhere
from legation.books.twg.money.purses import PURSES, USES
from legation.books.twg.powers import ALL, AXIS, GROUPS, SIDES, USA, enemies, side_of, title
from legation.books.twg.schema import FORCES, LAND, MEANS
from legation.books.twg.vocabulary import place_name
from legation.books.twg.war import isolation
from legation.books.twg.war.attacks import (
    CALLED_OFF,
    ENDS,
    GOT_AWAY,
    KEPT,
    OUTCOME,
    RETREAT,
    STAND,
    check_lawful,
    havens,
)
from legation.books.twg.war.reactions import reacts_with
from legation.books.twg.war.rights_of_war import is_target
from legation.books.twg.war.sea_attacks import BISCAY, NORTH_SEA
from legation.books.twg.war.units import MARCHES, NO_OCCUPIERS
from legation.books.twg.war.war_status import in_force
from legation.core.errors import Refused, Unknown
from legation.core.facts import World
from legation.core.rules import Permit
from legation.core.trials import Leave, Offer, ToldDeed, Trials

__all__ = ["TRIALS"]

ZONES = (*isolation.SEAS, NORTH_SEA, BISCAY, "the Baltic")
MOST_TOLL = max(neutral.toll.units for neutral in neutrals() if neutral.toll)
TOLLED = tuple(land for neutral in neutrals() if neutral.toll for land in neutral.lands)


# -- chance
def _nation(rng: Random) -> str:
    return rng.choice(ALL)


def _ally(rng: Random, nation: str) -> str:
    return rng.choice(SIDES[side_of(nation)])


def _place(rng: Random) -> str:
    return rng.choice(geography().all)


def _units(rng: Random, most: int = 3) -> dict[str, int]:
    kinds = rng.sample(FORCES, rng.randint(1, 2))
    return {kind: rng.randint(1, most) for kind in kinds}


def _there(world: World, place: str, nation: str) -> dict[str, int]:
    return {kind: n for kind in LAND if (n := world.get(f"units.{place}.{nation}.{kind}") or 0)}


def _stationed(world: World, rng: Random) -> tuple[str, str] | None:
    """A nation and a territory where it has land units."""
    held = [key.split(".") for key, n in world.set_facts().items() if n and key.startswith(("units.", "garrison."))]
    found = sorted({(names[2], names[1]) for names in held if names[1] in geography().places})
    return rng.choice(found) if found else None


def _some(rng: Random, units: Mapping[str, int]) -> dict[str, int]:
    """A part of some units, at least one of them."""
    part = {kind: rng.randint(0, n) for kind, n in units.items()}
    return {kind: n for kind, n in part.items() if n} or dict([rng.choice(list(dict.fromkeys(units, 1).items()))])


def _attack(world: World, rng: Random) -> dict[str, Any]:
    """Some of them where the general rules leave an attack open, with some or all of what can be told about it."""
    nation, where = _nation(rng), _place(rng)
    for _ in range(6):
        if is_target(world, nation, where):
            break
        nation, where = _nation(rng), _place(rng)
    return _attack_on(world, rng, nation, where)


def _attack_with_toll(world: World, rng: Random) -> dict[str, Any]:
    return _attack_on(world, rng, rng.choice(AXIS), rng.choice(TOLLED))


def _attack_from(world: World, rng: Random) -> dict[str, Any] | None:
    """Units that are known to stand abroad attack from there."""
    found = _stationed(world, rng)
    there = _there(world, found[1], found[0]) if found else {}
    if not found or not there:
        return None
    targets = [place for place in geography().all if place != found[1] and is_target(world, found[0], place)]
    if not targets:
        return None
    told = {"attacker": found[0], "target": rng.choice(targets), "from": found[1]}
    return {**told, "outcome": rng.choice(tuple(ENDS)), "committed": {found[0]: _some(rng, there)}}


def _attack_on(world: World, rng: Random, nation: str, where: str) -> dict[str, Any]:
    told: dict[str, Any] = {"attacker": nation, "target": where}
    ally = _ally(rng, nation)
    if ally != nation and rng.random() < 0.3:
        told["joined"] = [ally]
    if rng.random() < 0.8:
        told["outcome"] = rng.choice((*ENDS, *ENDS, *(end + GOT_AWAY for end in ENDS), CALLED_OFF))
    if rng.random() < 0.5:
        _forces(world, rng, told)
    told |= _ship(world, rng, where)
    neutral = geography().places[where].neutral
    army = {kind: n for kind in MARCHES if neutral and (n := world.get(f"army.{where}.{kind}") or 0)}
    if army and rng.random() < 0.3:
        told["defenders"] = _some(rng, army)
    if army and str(told.get("outcome", "")).endswith(GOT_AWAY):
        told["retreat"] = rng.choice(havens(world, rng.choice(enemies(nation)), where) or [where])
        if rng.random() < 0.5:
            told["retreated"] = _some(rng, army)
    return told


def _forces(world: World, rng: Random, told: dict[str, Any]) -> None:
    """What attacks, from where, and what is lost of it and of those that stand there."""
    nations = [told["attacker"], *told.get("joined", ())]
    committed = {nation: _units(rng) for nation in nations}
    losses = {nation: _some(rng, units) for nation, units in committed.items() if rng.random() < 0.6}
    beaten = {foe: units for foe in enemies(nations[0]) if (units := _there(world, told["target"], foe))}
    losses |= {foe: _some(rng, units) for foe, units in beaten.items() if rng.random() < 0.5}
    told["committed"] = committed
    if losses:
        told["losses"] = losses
    if told["target"] in TOLLED and rng.random() < 0.5:
        told["toll"] = {nation: {next(iter(units)): 1} for nation, units in committed.items()}
    others = (place for place in geography().all if place != told["target"])
    starts = [place for place in others if _there(world, place, nations[0])]
    if starts and rng.random() < 0.7:
        told["from"] = rng.choice(starts)
        told["committed"][nations[0]] = _some(rng, _there(world, told["from"], nations[0]))
        losses.pop(nations[0], None)
    if told.get("outcome") == "conquered" and beaten:
        foe = rng.choice(sorted(beaten))
        told["survivors"] = {foe: {"units": _some(rng, beaten[foe]), "to": rng.choice(havens(world, foe, "") or [""])}}


def _ship(world: World, rng: Random, where: str) -> dict[str, Any]:
    """What became of a neutral ship that lies there."""
    lies = geography().places[where].neutral and world.get(f"army.{where}.destroyer")
    return {"ship": rng.choice(("afloat", "sunk", "retreated"))} if lies and rng.random() < 0.5 else {}


def _raid(world: World, rng: Random) -> dict[str, Any]:
    nation, where = _nation(rng), _place(rng)
    told: dict[str, Any] = {"attacker": nation, "target": where, **_ship(world, rng, where)}
    if rng.random() < 0.3 and (ally := _ally(rng, nation)) != nation:
        told["joined"] = [ally]
    return told


def _sea_attack(world: World, rng: Random) -> dict[str, Any]:
    nation = _nation(rng)
    navies = rng.sample(enemies(nation), rng.randint(1, 2))
    told: dict[str, Any] = {"attacker": nation, "navies": navies}
    if rng.random() < 0.3 and (ally := _ally(rng, nation)) != nation:
        told["joined"] = [ally]
    if rng.random() < 0.4:
        told["losses"] = rng.sample(navies, rng.randint(0, len(navies)))
    if USA in navies and rng.random() < 0.5:
        told["retreat"] = rng.choice(ZONES)
    return {**told, **_waters(rng)}


def _transport_shot(world: World, rng: Random) -> dict[str, Any]:
    return {"attacker": rng.choice(AXIS), **_waters(rng)}


def _waters(rng: Random) -> dict[str, Any]:
    told: dict[str, Any] = {}
    if rng.random() < 0.5:
        told["zone"] = rng.choice(ZONES)
    if rng.random() < 0.5:
        told["coasts"] = rng.sample(ALL, rng.randint(0, 2))
    return told


def _move(world: World, rng: Random) -> dict[str, Any]:
    told: dict[str, Any] = {"nation": _nation(rng), "units": _units(rng), "to": _place(rng)}
    if rng.random() < 0.4:
        told["by"] = rng.choice((*MEANS, "rail"))
    return told


def _move_on(world: World, rng: Random) -> dict[str, Any] | None:
    """Units that stand somewhere go elsewhere."""
    found = _stationed(world, rng)
    there = _there(world, found[1], found[0]) if found else {}
    if not found or not there:
        return None
    told = {"nation": found[0], "units": _some(rng, there), "from": found[1], "to": _place(rng)}
    return {**told, "by": rng.choice((*MEANS, "rail"))} if rng.random() < 0.4 else told


def _place_units(world: World, rng: Random) -> dict[str, Any]:
    return {"nation": _nation(rng), "units": _units(rng), "at": _place(rng)}


def _remove(world: World, rng: Random) -> dict[str, Any] | None:
    found = _stationed(world, rng)
    there = _there(world, found[1], found[0]) if found else {}
    return {"nation": found[0], "units": _some(rng, there), "at": found[1]} if found and there else None


def _withdraw(world: World, rng: Random) -> dict[str, Any] | None:
    found = _stationed(world, rng)
    if not found:
        return None
    told = {"nation": found[0], "at": found[1]}
    return {**told, "to": _place(rng)} if rng.random() < 0.4 else told


def _spend(world: World, rng: Random) -> dict[str, Any] | None:
    """Where the table keeps money with the referee, under the 1939 rules, some of it is spent."""
    told: dict[str, Any] = {"nation": _nation(rng), "on": rng.choice(tuple(USES)), "dollars": rng.randint(1, 3)}
    return {**told, "from": rng.choice(tuple(PURSES))} if rng.random() < 0.7 else told


def _lend(world: World, rng: Random) -> dict[str, Any]:
    giver = _nation(rng)
    told: dict[str, Any] = {"giver": giver, "receiver": _ally(rng, giver), "dollars": rng.randint(1, 2)}
    return {**told, "from": rng.choice(tuple(PURSES))} if rng.random() < 0.7 else told


def _here(way: Offer) -> Offer:
    """On a group's own board, in one of the parts of a territory that is split."""

    def offer(world: World, rng: Random) -> dict[str, Any] | None:
        told = way(world, rng)
        found = somewhere(world, rng, "", told) if told else None
        return found[1] if found else None

    return offer


OFFERS: Mapping[str, Sequence[Offer]] = {
    "attack": (_attack, _attack, _attack_with_toll, _attack_from),
    "raid": (_raid,),
    "sea-attack": (_sea_attack,),
    "transport-shot": (_transport_shot,),
    "move": (_move, _move_on),
    "place": (_place_units,),
    "remove": (_remove,),
    "withdraw": (_withdraw,),
    "spend": (_spend,),
    "lend": (_lend,),
}


# -- what must hold
# Losses, retreats and ends that cannot be: the attack itself may be lawful all the same.
OF_THE_BATTLE: tuple[str, ...] = (KEPT, OUTCOME, RETREAT.cite, STAND.cite, navy.RETREAT, "DG-NAV-4")
OF_THE_BATTLE += (NO_OCCUPIERS.cite,)
OF_THE_BATTLE += tuple(neutral.toll.cite for neutral in neutrals() if neutral.toll)


def _stands(world: World, place: str, nation: str) -> bool:
    return bool(_there(world, place, nation) or world.get(f"garrison.{place}.{nation}"))


def _doer(told: ToldDeed) -> str:
    return next(str(told.details[role]) for role in ("attacker", "nation", "giver") if role in told.details)


def _concerns(world: World, told: ToldDeed) -> Iterator[str]:
    """The territories that a deed is about; without the 1939 rules, which judge the attacks of a phase together, with
    the empires that react as one.
    """
    details = told.details
    named = [details[detail] for detail in WHERE if isinstance(details.get(detail), str)]
    named += [left["to"] for left in details.get("survivors", {}).values()]
    for place in (in_the_rules(world.schema, name) for name in named if name):
        yield place
        home = None if in_force(world) else reacts_with(world, place)
        yield from (*home.members, *home.absorbs, *home.empire.lands) if home else ()


def _led_by_chart(world: World, details: Mapping[str, Any]) -> bool:
    """Who joins an attack that the chart allows needs no leave of its own."""
    try:
        led = check_lawful(world, details["attacker"], in_the_rules(world.schema, details["target"]))
    except (Refused, Unknown):
        return True  # nobody is led anywhere
    return isinstance(led, Permit)


def may_take_nothing(details: Mapping[str, Any], nations: Collection[str]) -> bool:
    """Whether a toll may leave no land unit of all that these nations are told to send; asked, they choose which."""
    sent, paid = details.get("committed", {}), details.get("toll", {})
    if not all(nation in sent for nation in nations):
        return False
    fallen = details.get("losses", {})
    left = {nation: Counter(sent[nation]) - Counter(fallen.get(nation, {})) for nation in nations}
    ground = sum(n for nation in nations for kind, n in left[nation].items() if kind in LAND)
    told = sum(n for nation in nations for n in paid.get(nation, {}).values())
    on_foot = sum(n for nation in nations for kind, n in paid.get(nation, {}).items() if kind in LAND)
    return bool(ground <= on_foot + MOST_TOLL - told)


class OfTheWarGame(Trials):
    """Chance, leave and what can never be."""

    offers: Mapping[str, Sequence[Offer]] = {name: tuple(map(_here, ways)) for name, ways in OFFERS.items()}
    not_asked: Collection[str] = (BOARD, *OF_THE_BATTLE)

    def leave_for(self, world: World, told: ToldDeed) -> Iterator[Leave]:
        details = told.details
        if told.name in (ATTACK.name, RAID.name) and details.get("outcome") != CALLED_OFF:
            yield Leave(details["attacker"], "attack", details["target"])
            if not _led_by_chart(world, details):
                yield from (Leave(nation, "attack", details["target"]) for nation in details.get("joined", ()))
        elif told.name == "sea-attack" and details["attacker"] == USA and details.get("zone") in isolation.SEAS:
            yield from (Leave(USA, "attack-ships", details["zone"], navy) for navy in details["navies"])
        elif told.name == "move":
            means = (*details["units"], *((details["by"],) if "by" in details else ()))
            yield from (Leave(details["nation"], "enter", details["to"], using) for using in means)
            if "from" in details and details.get("by") == "rail":
                yield Leave(details["nation"], "rail", details["from"])
        elif told.name == "withdraw" and details.get("to"):
            units = _there(world, details["at"], details["nation"]) or LAND[:1]
            yield from (Leave(details["nation"], "enter", details["to"], using) for using in units)
        elif told.name == "place":
            yield from (Leave(details["nation"], "build", details["at"], using) for using in details["units"])

    def apart(self, world: World, one: ToldDeed, other: ToldDeed, here: Set[str], there: Set[str]) -> bool:
        """Two deeds of one player turn in two places."""
        groups = [next(group for group in GROUPS if _doer(told) in group) for told in (one, other)]
        return groups[0] == groups[1] and not set(_concerns(world, one)) & set(_concerns(world, other))

    def amiss(self, before: World, world: World, changed: Collection[str]) -> Iterator[str]:
        """Two nations that both have Total Control of one land."""
        for place in sorted({key.split(".")[1] for key in changed if key.startswith("stance.")}):
            lords = [nation for nation in ALL if world.get(f"stance.{place}.{nation}") == "total"]
            if len(lords) > 1:
                yield f"{place_name(place)} is under Total Control of {title(*lords)} at once"

    def amiss_after(self, before: World, world: World, told: ToldDeed) -> Iterator[str]:
        """Somebody stands where he was beaten, or nobody where he has won."""
        details = told.details
        if told.name != ATTACK.name or not str(details.get("outcome")).startswith("conquered"):
            return
        place, attacker = in_the_rules(world.schema, details["target"]), details["attacker"]
        victors = (attacker, *details.get("joined", ()))
        if place in TOLLED and not any(world.get(f"stance.{place}.{nation}") == "total" for nation in victors):
            # the toll may have left nobody to roll the dice, or nobody who could take a country
            if not may_take_nothing(details, victors):
                yield f"{place_name(place)} is taken, and none of the victors has it"
            return
        for nation in enemies(attacker):
            if _stands(world, place, nation):
                yield f"{title(nation)} was beaten in {place_name(place)} and stands there"
        if "losses" not in details and not any(_stands(world, place, nation) for nation in victors):
            yield f"nobody of the victors stands in {place_name(place)}"


TRIALS = OfTheWarGame()
