"""What the fall of France leaves behind: Allies beside Vichy units attack or leave, and Vichy land may be won back."""

from __future__ import annotations

from collections.abc import Iterable

from legation.books.twg.deeds import ATTACKER, HANDS, HEIR, LOSER, REPELLED, STRUCK, TARGET, UNDER, by, is_land, opposed
from legation.books.twg.powers import ALL, ALLIES, AXIS, FRANCE, GERMANY, TITLES, UK, USA, sentence, title
from legation.books.twg.steps import steps
from legation.books.twg.vocabulary import HERE, place_name
from legation.books.twg.war.vichy import (
    CAN_FALL,
    KINDS,
    OTHERS,
    PLACES,
    TERRITORIES,
    all_units,
    applies,
    present,
    sworn_to,
)
from legation.core.book import Option, Procedure
from legation.core.deeds import Chapter, Deed, On, Role, adds, enacted, filled, follows, of
from legation.core.expr import NO, Expr, all_of, any_of, bound, choice, holds, number, truth
from legation.core.expr import present as some_of
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, ask, call, do, done, go
from legation.core.requests import choose
from legation.core.rules import Assign, Duty, Permit, bespoke, sets

__all__ = ["AIR_SUPREMACY", "ALWAYS_GERMAN", "DECIDES", "HEEDS", "PROCEDURES", "RULES", "told_of"]

AIR_SUPREMACY, ALWAYS_GERMAN = "air-supremacy", "vichy-units-always-german"
DUTY_AT_SEA, DECIDES = "vichy-ships-are-a-duty", "R39-FALL-CONF-DECIDE"
OPTIONS = (
    Option(AIR_SUPREMACY, "no", ("no", "yes"), "Module IV, Air Supremacy, is in use", "R39-FALL-CONF-AIR"),
    Option(
        DUTY_AT_SEA,
        "no",
        ("no", "yes"),
        "an Ally that attacks a French ship gone over to Germany frees no German commerce by it",
        DECIDES,
    ),
    Option(ALWAYS_GERMAN, "no", ("no", "yes"), "attacked Vichy units are always German", "R39-FALL-CONF-GERMAN"),
)
NATION = Role("nation", "the Ally", ALLIES)
ATTACKERS = Role("attackers", "the nations that attack", ALL)
LEAVES, GIVES_UP, GONE = "leave", "give-up", "gone"  # what it does, or has done already
DECISION = Role("decision", "what it leaves, and whether it has left already", (LEAVES, GIVES_UP, GONE))
AFFILIATE = Role("affiliate", "the Axis nation that its units fight for", AXIS)
STAY = "R39-FALL-UNOCC-STAY"


def defended(place: str) -> Expr:
    """Vichy units are there, or Axis units that were Vichy's, or the Axis holds it since an attack failed."""
    army = some_of((f"vichy-army.{place}.{k}" for k in KINDS), "[|no ]Vichy units are there")
    theirs = some_of((f for n in AXIS for f in all_units(place, n)), "[|no ]Axis units are there")
    return any_of(choice(f"holder.{place}", *AXIS, says="the Axis [holds|does not hold] it"), army, theirs)


def _none_left(nation: Role) -> tuple[Assign, ...]:
    return tuple(sets(fact, 0) for fact in all_units(HERE, str(nation)))


HAVE_IT_OUT = "whoever shares a place with them attacks or leaves, all units"
SETTLES = Deed("settles", "{nation} leaves {here}", DECIDES, (NATION, TARGET, DECISION))
SHIPS_SETTLE = Deed("ships-settle", "ships of {nation} attack new German ships or leave", DECIDES, (NATION,))
SETTLED = (
    On(HAVE_IT_OUT, DECIDES, on=SETTLES, sets=(sets(f"conflict.{HERE}.{NATION}", False),)),
    On(
        HAVE_IT_OUT,
        DECIDES,
        on=SETTLES,
        when=filled(DECISION, LEAVES, says="it leaves Vichy units behind"),
        sets=_none_left(NATION),
        again=True,
    ),
    On(
        "if it leaves, the land stays Vichy",
        "R39-FALL-UNOCC-LEAVE",
        on=SETTLES,
        when=filled(DECISION, GIVES_UP, says="it [leaves|does not leave] where no Vichy unit defends the land"),
        sets=_none_left(NATION),
    ),
    On(HAVE_IT_OUT, DECIDES, on=SHIPS_SETTLE, sets=(sets(f"sea-conflict.{NATION}", False),), again=True),
)
FREELY = Duty(
    "that combat may be shaped freely, with more units or others", cite="R39-FALL-CONF-SHAPE", when=defended(HERE)
)
ONLY_A_DUTY = choice(f"option.{DUTY_AT_SEA}", "yes", says="such an attack is [a duty|an attack like any other]")
GERMAN = choice(f"option.{ALWAYS_GERMAN}", "yes", says="attacked Vichy units are [always|not always] German")
SWORN = of(TARGET, AFFILIATE, build=sworn_to, says="it is[ not] Sworn to that nation")
AXIS_UNITS = On(
    "attacked Vichy units become units of the Axis nation they swore to",
    cite="R39-FALL-CONF-GERMAN",
    on=STRUCK,
    each=(AFFILIATE,),
    when=by(*ALLIES) & any_of(GERMAN & filled(AFFILIATE, GERMANY, says="it is[ not] Germany"), ~GERMAN & SWORN),
    sets=(
        *(
            adds(fact, number(f"vichy-army.{HERE}.{k}"))
            for k, fact in zip(KINDS, all_units(HERE, str(AFFILIATE)), strict=False)
        ),
        *(sets(f"vichy-army.{HERE}.{k}", 0) for k in KINDS),
    ),
)
DRIVEN_OUT = On(
    "whoever has attacked there in vain has left it",
    DECIDES,
    on=REPELLED,
    when=by(*OTHERS),
    sets=(sets(f"conflict.{HERE}.{ATTACKER}", False), *_none_left(ATTACKER)),
    again=True,
)
HELD = On(
    "if they beat an Ally's attack off, the land too is under its Total Control",
    cite="R39-FALL-CONF-REPEL",
    on=REPELLED,
    each=(AFFILIATE,),
    when=by(*ALLIES) & SWORN,
    sets=(sets(f"holder.{HERE}", str(AFFILIATE)), sets(f"vichy.{HERE}", "none")),
)
AIRCRAFT = Permit(
    "adjacent Axis aircraft may help to defend",
    cite="R39-FALL-CONF-AIR",
    when=choice(f"option.{AIR_SUPREMACY}", "yes", says="the group plays with[out] Air Supremacy"),
)
THIRD_PARTY = Duty(
    "other Allies there keep out of it or are taken as casualties, and decide in their own turn",
    cite="R39-FALL-CONF-THIRD",
    when=any_of(
        *(
            all_of(
                truth(f"conflict.{HERE}.{n}", f"{title(n)} has [|no ]units there"),
                ~filled(ATTACKERS, n, says=f"{title(n)} [attacks|does not attack]"),
            )
            for n in OTHERS
        )
    ),
)


STAYED = On(
    "a British or American land unit that stays wins it back for France",
    cite=STAY,
    on=HANDS,
    when=filled(UNDER, STAY, says="such a unit [stays|does not stay]"),
    sets=(sets(f"holder.{HERE}", FRANCE),),
)
OVER = On(
    "an Ally that takes Vichy land claims it for France, and nothing of Vichy is left there",
    cite="R39-FALL-UNOCC-OTHER",
    on=HANDS,
    sets=(
        sets(f"vichy.{HERE}", "none"),
        *(sets(f"vichy-army.{HERE}.{k}", 0) for k in KINDS),
        *(sets(f"conflict.{HERE}.{n}", False) for n in OTHERS),
    ),
    again=True,
)
NO_AIRCRAFT = On(
    "no aircraft of the other side is left in it",
    cite=OVER.cite,
    on=HANDS,
    each=(LOSER,),
    when=opposed(HEIR, LOSER),
    sets=(sets(f"fighters.{HERE}.{LOSER}", 0),),
    again=True,
)
IN_VICHY = of(TARGET, build=lambda place: sworn_to(place, *AXIS) if place in PLACES else NO, says="it is[ not] Vichy")
FRENCH = is_land(*PLACES, says="it is [original|no original] French land")
HEEDS = (
    Chapter((AXIS_UNITS, HELD), CAN_FALL & IN_VICHY),
    Chapter((DRIVEN_OUT,), CAN_FALL & FRENCH),
    Chapter((STAYED, OVER, NO_AIRCRAFT), FRENCH),
)
RULES = (SETTLED, FREELY, HEEDS, AIRCRAFT, THIRD_PARTY)
PROCEDURES = {
    "duties": Procedure("twg.duties", "what an Ally must do about Vichy units beside its own", {"nation": "the Ally"}),
}


# -- the duties of the Allies
@steps.step("twg.duties", aliases=("twg.duties.fought",))
def duties(world: World, frame: Frame) -> Directive:
    """In its Combat Orders an Ally settles every place that it shares with Vichy units."""
    nation = frame.get("nation")
    if nation not in ALLIES:
        return done()
    for place in PLACES:
        if nation in OTHERS and world.get(f"conflict.{place}.{nation}"):
            if not present(world, place, nation):  # they have left already
                return do(_settled(world, place, nation, GONE), then="twg.duties")
            return _duty(world, place, nation)
    if world.get(f"sea-conflict.{nation}"):
        prompt = f"Ships of {TITLES[nation]} that share a zone with a new German ship attack it now, or leave."
        labels = {"attack": "They attack", "leave": "They leave, or no ship shares a zone with it"}
        question = choose(nation, prompt, labels, cite=DECIDES, did="decides for its ships: {}")
        return ask(question, then="twg.duties.ships", into="ships")
    return done()


def _settled(world: World, place: str, nation: str, decision: str) -> list[Change]:
    """What a decision about a shared territory brings."""
    return enacted(follows(SETTLED, SETTLES, here=place, nation=nation, decision=decision), world)


@bespoke(DECIDES, reads=[defended(HERE)])
def _duty(world: World, place: str, nation: str) -> Directive:
    """Whoever shares a place with Vichy units attacks or leaves, all units."""
    name = place_name(place)
    freely = bound(FREELY, here=place).told(world)
    if holds(defended(place), world):
        labels = {"attack": f"Attack the Vichy units in {name}", "leave": f"Leave {name}"}
        told = f" {sentence(freely)}." if freely else ""
        prompt = f"{TITLES[nation]} shares {name} with Vichy units: attack or leave?{told}"
    else:
        goes = {"stay": f"Stay, and make {name} Free French"} if nation in (UK, USA) else {"attack": f"Attack {name}"}
        labels = goes | {"leave": f"Leave {name}"}
        prompt = f"No Vichy unit defends {name}, where {TITLES[nation]} has units: {' or '.join(labels)}?"
        if not present(world, place, nation, on_land=True):
            labels = {"leave": f"Leave {name}"}  # aircraft do not occupy
    question = choose(nation, prompt, labels, cite=DECIDES, did="decides: {}")
    return ask(question, then="twg.duties.decided", into="decision", place=place)


@steps.step("twg.duties.decided")
def decided(world: World, frame: Frame) -> Directive:
    place, nation = frame.place, frame.nation
    if frame.decision == "attack":
        return call("twg.attack", then="twg.duties", attacker=nation, target=place)
    if frame.decision == "stay":
        return call("twg.hands", then="twg.duties", place=place, taker=nation, under=STAY)
    left = LEAVES if holds(defended(place), world) else GIVES_UP
    return do(_settled(world, place, nation, left), then="twg.duties")


@steps.step("twg.duties.ships")
def ships(world: World, frame: Frame) -> Directive:
    """To attack is their choice, and an attack at sea like any other, unless the group takes it for a mere duty."""
    if frame.ships == "attack" and not holds(ONLY_A_DUTY, world):
        return call("twg.sea-attack", then="twg.duties.at-sea", attacker=frame.nation, navies=[GERMANY])
    return go("twg.duties.at-sea")


@steps.step("twg.duties.at-sea")
def at_sea(world: World, frame: Frame) -> Directive:
    return done(enacted(follows(SETTLED, SHIPS_SETTLE, nation=frame.nation), world))


# -- an attack on Vichy land, as the attacks of the Guide call it
def _is_vichy(world: World, place: str) -> bool:
    return place in TERRITORIES and world.get(f"vichy.{place}") in AXIS


def _defender(world: World, place: str) -> str:
    """The Axis nation for which attacked Vichy units fight."""
    return GERMANY if world.get(f"option.{ALWAYS_GERMAN}") == "yes" else str(world.get(f"vichy.{place}"))


def told_of(world: World, attackers: Iterable[str], place: str) -> list[str]:
    """What the table must know of an attack on Vichy land, as sentences."""
    found = tuple(attackers)
    if not _is_vichy(world, place) or found[0] in AXIS or not applies(world):
        return []
    axis = _defender(world, place)
    told = [f"The Vichy units are {TITLES[axis]}'s now."] if holds(defended(place), world) else []
    if AIRCRAFT.allows(world):
        told.append(f"{sentence(AIRCRAFT.label)}.")
    if others := bound(THIRD_PARTY, here=place, attackers=" ".join(found)).told(world):
        told.append(f"{sentence(others)}.")
    return told
