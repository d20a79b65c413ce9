"""What the fall of France leaves behind: Allies beside Vichy units attack or leave, and Vichy land may be won back."""

from __future__ import annotations

from collections.abc import Iterable

from legation.core.book import Option, Procedure
from legation.core.expr import choice, number
from legation.core.facts import World
from legation.core.machine import Directive, Frame, ask, call, do, done
from legation.core.requests import choose, confirm
from legation.core.rules import Note, Permit, Rule, carry_out, sets
from legation.twg.facts import LAND
from legation.twg.powers import ALLIES, AXIS, FRANCE, GERMANY, TITLES, UK, USA
from legation.twg.steps import steps
from legation.twg.vichy import GUESTS, INDO_CHINA, KINDS, OTHERS, PLACES, TERRITORIES, applies, present
from legation.twg.vocabulary import place_name

__all__ = [
    "AIR_SUPREMACY",
    "ALWAYS_GERMAN",
    "ATTACK_OR_LEAVE",
    "PROCEDURES",
    "RULES",
    "attacked",
    "held_off",
    "won_back",
]

AIR_SUPREMACY, ALWAYS_GERMAN = "air-supremacy", "vichy-units-always-german"
OPTIONS = (
    Option(AIR_SUPREMACY, "no", ("no", "yes"), "Module IV, Air Supremacy, is in use", "R39-FALL-CONF-AIR"),
    Option(ALWAYS_GERMAN, "no", ("no", "yes"), "attacked Vichy units are always German", "R39-FALL-CONF-GERMAN"),
)
ATTACK_OR_LEAVE = Note("whoever shares a place with them attacks or leaves, all units", cite="R39-FALL-CONF-DECIDE")
FREELY = Permit("that combat may be shaped freely, with more units or others", cite="R39-FALL-CONF-SHAPE")
AXIS_UNITS = Note("attacked Vichy units become units of the Axis nation they swore to", cite="R39-FALL-CONF-GERMAN")
HELD = Note("if they beat the attack off, the land too is under its Total Control", cite="R39-FALL-CONF-REPEL")
AIRCRAFT = Permit(
    "adjacent Axis aircraft may help to defend",
    cite="R39-FALL-CONF-AIR",
    when=choice(f"option.{AIR_SUPREMACY}", "yes", says="the group plays with Air Supremacy"),
)
THIRD_PARTY = Note("other Allies there keep out of it, and decide in their own turn", cite="R39-FALL-CONF-THIRD")
STAYED = Note("a British or American land unit that stays wins it back for France", cite="R39-FALL-UNOCC-STAY")
LEFT = Note("if it leaves, the land stays Vichy", cite="R39-FALL-UNOCC-LEAVE")

RULES = (ATTACK_OR_LEAVE, FREELY, AXIS_UNITS, HELD, AIRCRAFT, THIRD_PARTY, STAYED, LEFT)
PROCEDURES = {
    "duties": Procedure("twg.duties", "what an Ally must do about Vichy units beside its own", {"nation": "the Ally"}),
}


# -- the duties of the Allies
@steps.step("twg.duties")
def duties(world: World, frame: Frame) -> Directive:
    """In its Combat Orders an Ally settles every place that it shares with Vichy units."""
    nation = frame.get("nation")
    if nation not in ALLIES:
        return done()
    for place in PLACES:
        if nation in OTHERS and world.get(f"conflict.{place}.{nation}"):
            if not present(world, place, nation):  # they have left already
                return do(carry_out([_settled(place, nation)], world)[1], then="twg.duties")
            ATTACK_OR_LEAVE.used(world)
            if place == INDO_CHINA:
                GUESTS.used(world)
            return _duty(world, place, nation)
    if world.get(f"sea-conflict.{nation}"):
        ATTACK_OR_LEAVE.used(world)
        prompt = f"Ships of {TITLES[nation]} that share a zone with a new German ship attack it now, or leave."
        question = confirm(nation, prompt, cite=ATTACK_OR_LEAVE.cite, yes="It is done", no=None)
        return ask(question, then="twg.duties.at-sea", into="nod")
    return done()


def _defended(world: World, place: str) -> bool:
    """Vichy units are there, or the Axis holds it since an attack failed."""
    return world.get(f"holder.{place}") in AXIS or any(world.get(f"vichy-army.{place}.{k}") for k in KINDS)


def _duty(world: World, place: str, nation: str) -> Directive:
    name = place_name(place)
    if _defended(world, place):
        labels = {"attack": f"Attack the Vichy units in {name}", "leave": f"Leave {name}"}
        prompt = f"{TITLES[nation]} shares {name} with Vichy units: attack or leave? {FREELY.label.capitalize()}."
    else:
        labels = {"stay": f"Stay, and make {name} Free French", "leave": f"Leave {name}"}
        prompt = f"No Vichy unit defends {name}, where {TITLES[nation]} has units: stay or leave?"
        if nation not in (UK, USA) or not present(world, place, nation, LAND):
            labels.pop("stay")  # aircraft do not occupy
    question = choose(nation, prompt, labels, cite=ATTACK_OR_LEAVE.cite)
    return ask(question, then="twg.duties.decided", into="decision", place=place)


@steps.step("twg.duties.decided")
def decided(world: World, frame: Frame) -> Directive:
    place, nation = frame.place, frame.nation
    defended = _defended(world, place)
    if defended:
        world.note(FREELY.cite, frame.decision == "attack")
    if frame.decision == "attack":
        return call("twg.attack", then="twg.duties.fought", attacker=nation, target=place)
    if frame.decision == "stay":
        return do(carry_out([won_back(place, FRANCE, STAYED.label, STAYED.cite)], world)[1], then="twg.duties")
    note = ATTACK_OR_LEAVE if defended else LEFT
    gone = (*(sets(f"units.{place}.{nation}.{k}", 0) for k in LAND), sets(f"fighters.{place}.{nation}", 0))
    left = Rule(note.label, note.cite, sets=gone)
    return do(carry_out([left, _settled(place, nation)], world)[1], then="twg.duties")


@steps.step("twg.duties.fought")
def fought(world: World, frame: Frame) -> Directive:
    return do(carry_out([_settled(frame.place, frame.nation)], world)[1], then="twg.duties")


def _settled(place: str, nation: str) -> Rule:
    return Rule(ATTACK_OR_LEAVE.label, ATTACK_OR_LEAVE.cite, sets=(sets(f"conflict.{place}.{nation}", False),))


@steps.step("twg.duties.at-sea")
def at_sea(world: World, frame: Frame) -> Directive:
    settled = Rule(ATTACK_OR_LEAVE.label, ATTACK_OR_LEAVE.cite, sets=(sets(f"sea-conflict.{frame.nation}", False),))
    return done(carry_out([settled], world)[1])


# -- an attack on Vichy land, as the attacks of the Guide call it
def _is_vichy(world: World, place: str) -> bool:
    return place in TERRITORIES and world.get(f"vichy.{place}") in AXIS


def attacked(world: World, attackers: Iterable[str], place: str) -> tuple[list[Rule], list[str]]:
    """Vichy units under attack become Axis units; and what the table must know."""
    found = tuple(attackers)
    if not _is_vichy(world, place) or found[0] in AXIS or not applies(world):
        return [], []
    always = world.get(f"option.{ALWAYS_GERMAN}") == "yes"
    axis = GERMANY if always else str(world.get(f"vichy.{place}"))
    theirs = tuple(
        sets(f"units.{place}.{axis}.{k}", number(f"units.{place}.{axis}.{k}") + number(f"vichy-army.{place}.{k}"))
        for k in LAND
    )
    none_left = tuple(sets(f"vichy-army.{place}.{k}", 0) for k in KINDS)
    told = [f"The Vichy units are {TITLES[axis]}'s now."] if _defended(world, place) else []
    if AIRCRAFT.allows(world):
        told.append(f"{AIRCRAFT.label.capitalize()}.")
    if any(world.get(f"conflict.{place}.{n}") for n in OTHERS if n not in found):
        THIRD_PARTY.used(world)
        told.append(f"{THIRD_PARTY.label.capitalize()}.")
    return [Rule(AXIS_UNITS.label, AXIS_UNITS.cite, sets=(*theirs, *none_left))], told


def held_off(world: World, place: str) -> list[Rule]:
    """The attack failed: the land is the Axis nation's own."""
    if not _is_vichy(world, place) or not applies(world):
        return []
    taken = (sets(f"holder.{place}", str(world.get(f"vichy.{place}"))), sets(f"vichy.{place}", "none"))
    return [Rule(HELD.label, HELD.cite, sets=taken)]


def won_back(place: str, nation: str, label: str, cite: str) -> Rule:
    """Vichy is over in this territory."""
    settled = tuple(sets(f"conflict.{place}.{n}", False) for n in OTHERS)
    return Rule(label, cite, sets=(sets(f"holder.{place}", nation), sets(f"vichy.{place}", "none"), *settled))
