"""Battles at sea under the 1939 rules: defence of one's own waters, mixed fleets, and whom an attack provokes.

Who has attacked whose ships (`at-sea`) is kept by pair of nations.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from legation.books.twg.deeds import ATTACKER, COASTS, LOSSES, NAVIES, SEA_ATTACK, SHOT, VICTIM, by
from legation.books.twg.diplomacy.navy import not_a_navy
from legation.books.twg.event_details import nations_in
from legation.books.twg.powers import ALL, ALLIES, AXIS, FRANCE, GERMANY, TITLES, UK, USA, enemies, sentence
from legation.books.twg.spoken_names import NATION, NATIONS, NATIONS_OR_NONE
from legation.books.twg.steps import steps
from legation.books.twg.vocabulary import at_full_war
from legation.books.twg.war import isolation
from legation.books.twg.war.aggression import AT_WAR, ATTACK_COST, attackers_of, full_war_between
from legation.books.twg.war.war_status import CLIMBERS, at_least, in_force
from legation.core.book import Event, Option
from legation.core.deeds import Chapter, On, due, enacted, filled
from legation.core.errors import NotFound, Refused
from legation.core.expr import all_of, any_of, bound, choice, holds, named, truth
from legation.core.facts import Family, Flag, World
from legation.core.machine import Directive, Frame, ask, do, done, go
from legation.core.requests import TABLE, choose, confirm
from legation.core.rules import Assign, Duty, sets
from legation.core.wording import Anything, Either, Name, Phrase, Wording

__all__ = ["EVENTS", "FACTS", "HEEDS", "OPTIONS", "RULES"]

ACTS_ONLY = "only-acts-of-war-provoke"
OPTIONS = (Option(ACTS_ONLY, "no", ("no", "yes"), "only acts of war at sea provoke, not defence", "R39-AXIS-SEA-DEF"),)
FACTS = (Family("at-sea", Flag(), "{0} has [|never ]attacked ships of {1}", over=(ALL, ALL), default=False),)

# where the book itself says who has a coast
NORTH_SEA, BISCAY = "north-sea", "bay-of-biscay"
SHORES = {NORTH_SEA: (GERMANY, UK, FRANCE), isolation.OPEN_SEA: ()}  # of these the book tells, or the word

KNOWN_SHORES = {**SHORES, BISCAY: (FRANCE,)}  # enough of them to tell the kind of sea

# -- what is an act of war
ALONE = filled(
    COASTS, ATTACKER, says="[the attacker alone|not the attacker alone] has original land beside the zone", alone=True
)
SHARED_WATERS = named(
    "every nation with original land beside the zone has that right",
    filled(
        COASTS,
        ATTACKER,
        says="[the attacker and others|not both the attacker and others] have original land beside the zone",
        alone=False,
    ),
    cite="R39-WAR-RD-SHARED",
)
OWN_WATERS = named(
    "next to its own original land a nation may attack ships freely", any_of(ALONE, SHARED_WATERS), cite="R39-WAR-RD"
)
ACT_OF_WAR = named("an attack on ships away from its own coast is an act of war", ~OWN_WATERS, cite="R39-WAR-SEA-ACT")
UNHURT = named(
    "in a mixed fleet only a nation that loses a unit is provoked",
    ~filled(NAVIES, VICTIM, says="[no other|other] ships are attacked[| too]", alone=True)
    & ~filled(LOSSES, VICTIM, says="it has lost [a|no] unit"),
    cite="R39-WAR-MIXED",
)
CHOOSES_LOSS = Duty(
    "the owner may choose the loss that makes it a provocation, if the hit may fall on it",
    cite="R39-AXIS-SEA-CASUALTY",
    when=~filled(NAVIES, VICTIM, says="[no other|other] ships are attacked[| too]", alone=True),
)
FOUGHT_BACK = truth(f"at-sea.{VICTIM}.{ATTACKER}", "it has [|never ]attacked ships of the attacker before")
TAKES_PART = On(
    "any unit of its own, even one fighter, makes a nation an attacker, and is remembered",
    cite="R39-AXIS-SEA-PARTICIPATION",
    on=SEA_ATTACK,
    when=all_of(
        ~UNHURT,
        ~all_of(
            OWN_WATERS,
            choice(f"option.{ACTS_ONLY}", "yes", says="[only acts of war provoke|not only acts of war provoke]"),
        ),
    ),
    sets=(sets(f"at-sea.{ATTACKER}.{VICTIM}", True),),
)

# -- Axis attacks
PROVOKED_BEFORE = any_of(
    FOUGHT_BACK,
    truth(f"attacked-original.{VICTIM}.{ATTACKER}", "it has [|never ]attacked original land of the attacker before"),
)
FIRED = filled(SHOT, "yes", says="it is[ not] the shot of a transport")
AGGRESSION = On(
    "it is unprovoked if the victim has attacked neither ships nor land of the attacker",
    cite="R39-WAR-UNPROV-AXIS",
    on=SEA_ATTACK,
    when=all_of(~FIRED, ACT_OF_WAR, ~PROVOKED_BEFORE, ~UNHURT),
    sets=(sets(f"provoked.{VICTIM}.naval-aggression", True),),
)
SHOT_FIRED = On(
    "a transport's shot at American ships is naval aggression, hit or miss",
    cite="R39-USA-SHOT10",
    on=SEA_ATTACK,
    when=all_of(FIRED, ACT_OF_WAR, ~PROVOKED_BEFORE),
    sets=(sets(f"provoked.{USA}.naval-aggression", True),),
)
MAY_SHOOT = Duty(
    "a transport may fire one defensive shot at isolated American ships passing by, and may hold its fire",
    cite="R39-USA-ISO-SHOT",
    when=FIRED & ~at_least(USA, "10"),
)

# -- Allied attacks
FIRST_SHOT = named(
    "the victim has never attacked ships of that Ally, which makes the attack unprovoked",
    ~FOUGHT_BACK,
    cite="R39-AXIS-SEA-DEF",
)


def _frees(nation: str) -> tuple[Assign, ...]:
    """Of the three Axis nations, only the one attacked gains by it."""
    not_this_one = named(
        "an attack at sea frees only the Axis nation attacked",
        ~filled(VICTIM, nation, says=f"{TITLES[nation]} is[ not] attacked"),
        cite="R39-AXIS-SEA-ONLY",
    )
    return tuple(sets(f"commerce-{what}.{nation}", True, ~not_this_one) for what in ("guaranteed", "free"))


FREED = On(
    "an unprovoked Allied attack on its ships frees the commerce of an Axis nation",
    cite="R39-AXIS-SEA-TRIG",
    on=SEA_ATTACK,
    when=all_of(ACT_OF_WAR, FIRST_SHOT, ~AT_WAR, ~UNHURT),
    sets=tuple(assign for nation in AXIS for assign in _frees(nation)),
)
STILL_TIED = ~truth(f"commerce-free.{VICTIM}", "the commerce of the victim is [free already|not free yet]")
COST_AT_SEA = replace(ATTACK_COST, when=all_of(ACT_OF_WAR, FIRST_SHOT, ~AT_WAR, STILL_TIED))
MIND_THE_COMMERCE = Duty(
    "an unprovoked American attack frees the commerce of its victim",
    cite="R39-USA-ISO-MC-WARNING",
    when=all_of(ACT_OF_WAR, FIRST_SHOT, ~AT_WAR, STILL_TIED),
    to=USA,
)


HEEDS = (
    Chapter((TAKES_PART,)),
    Chapter(
        (SHOT_FIRED, AGGRESSION), by(*AXIS) & filled(VICTIM, *CLIMBERS, says="[China does not climb|it is not China]")
    ),
    Chapter((FREED,), by(*ALLIES)),
)


def _fought(world: World, attacker: str, victim: str) -> bool:
    return world.get(f"at-sea.{attacker}.{victim}") is True


# -- battles at sea
@steps.step("twg.sea-attack")
def sea_attack(world: World, frame: Frame) -> Directive:
    """Ships are attacked; only what can still change anything is asked."""
    attackers = attackers_of(frame)
    navies = nations_in(frame, "navies")
    foes = enemies(attackers[0])
    for nation in navies or ("nobody",):
        not_a_navy(nation)
        if nation not in foes:
            raise NotFound("navy of the other side", nation, foes)
    for nation in nations_in(frame, "coasts"):
        if nation not in ALL:
            raise NotFound("nation", nation, ALL)
    for nation in nations_in(frame, "losses"):
        if nation not in navies:
            words = f"no ships of {TITLES.get(nation, nation)} are attacked there"
            raise Refused(words, rule="R39-WAR-MIXED", allowed=navies)
    if frame.get("retreat") and USA not in navies:
        raise Refused("no American ships are attacked that could retreat", rule=isolation.RETREAT.cite)
    if not in_force(world):
        return done()
    if USA in attackers:
        kind = isolation.waters(frame.get("zone") or "", frame.get("coasts"), KNOWN_SHORES)
        isolation.check_attack_at_sea(world, kind, navies)
    known = dict.fromkeys(frame.coasts, True) if frame.get("coasts") is not None else dict(frame.get("shores") or {})
    if frame.get("coasts") is not None:
        known |= {n: False for n in attackers if n not in frame.coasts}
    if frame.get("zone") in SHORES:
        known |= dict.fromkeys(attackers, False) | dict.fromkeys(SHORES[frame.zone], True)
    elif frame.get("zone") == BISCAY and GERMANY in attackers:
        known[GERMANY] = False
    elif frame.get("zone") in isolation.SEAS and USA in attackers:
        known[USA] = frame.zone == isolation.OWN_WATERS
    for nation in attackers:
        if nation not in known and any(_coast_matters(world, nation, v) for v in navies):
            zone = isolation.zone_says(frame.get("zone"))
            told = _told(world, frame, nation)
            before = f"{sentence(told)}. " if told else ""
            touches = "[touches|touches no] original land of"
            prompt = f"{before}Does {zone} touch original land of {TITLES[nation]}?"
            return ask(
                confirm(TABLE, prompt, cite="R39-WAR-RD", did=f"says that {zone} {touches} {TITLES[nation]}"),
                then="twg.sea-attack.shore",
                into="answer",
                of=nation,
                shores=known,
            )
    return go("twg.sea-attack.warning", shores=known)


def _told(world: World, frame: Frame, nation: str) -> str:
    """What is said before a nation's coast is asked for: what it may do, or what an attack abroad would cost it."""
    if nation == USA:
        words = (isolation.ATTACKS.label, _price(world, USA, frame.navies, coasts=""))
        return ". ".join(sentence(told) for told in words if told)
    if nation in ALLIES:
        return _price(world, nation, frame.navies, coasts="")
    may: str = bound(MAY_SHOOT, shot=_shot(frame)).told(world)
    return may


def _price(world: World, attacker: str, navies: Iterable[str], coasts: str) -> str:
    """What an attack of this Ally costs where these nations have a coast; the U.S.A. has a warning of its own."""
    price = MIND_THE_COMMERCE if attacker == USA else COST_AT_SEA
    duties = [bound(price, attacker=attacker, victim=victim, coasts=coasts) for victim in navies]
    return next((words for duty in duties if (words := duty.told(world))), "")


def _shot(frame: Frame) -> str:
    return "yes" if frame.get("shot") else "no"


def _coasts(frame: Frame) -> str:
    """Who has original land beside the zone; who was not asked, as it could change nothing, commits no act of war."""
    not_asked = [n for n in attackers_of(frame) if n not in frame.shores]
    return " ".join([*(n for n, there in frame.shores.items() if there), *not_asked])


@steps.step("twg.sea-attack.shore")
def shore(world: World, frame: Frame) -> Directive:
    return go("twg.sea-attack", shores={**frame.shores, frame.of: frame.answer})


@steps.step("twg.sea-attack.warning")
def warning(world: World, frame: Frame) -> Directive:
    """Where the coasts were known, and nobody asked for them, the U.S.A. is warned and may think better of it."""
    known = frame.get("coasts") is not None or frame.get("zone") in SHORES
    told = _price(world, USA, frame.navies, _coasts(frame)) if known and USA in attackers_of(frame) else ""
    if not told:
        return go("twg.sea-attack.losses", lost=dict.fromkeys(frame.get("losses") or (), True))
    prompt = f"{sentence(told)}. Do American units attack all the same?"
    did = "[attacks all the same|thinks better of the attack]"
    return ask(
        confirm(USA, prompt, cite=MIND_THE_COMMERCE.cite, did=did), then="twg.sea-attack.warned", into="all_the_same"
    )


@steps.step("twg.sea-attack.warned")
def warned(world: World, frame: Frame) -> Directive:
    """Without the U.S.A. the others attack alone; or nobody does."""
    attackers = attackers_of(frame)
    if not frame.all_the_same:
        attackers = tuple(n for n in attackers if n != USA)
    if not attackers:
        return done()
    first, *others = attackers
    lost = dict.fromkeys(frame.get("losses") or (), True)
    return go("twg.sea-attack.losses", attacker=first, joined=others, lost=lost)


def _coast_matters(world: World, attacker: str, victim: str) -> bool:
    """Whether it can still change anything that this nation attacks ships of that one away from its own coast."""
    if holds(at_full_war(USA), world):
        return False
    if world.get(f"option.{ACTS_ONLY}") == "yes" and not _fought(world, attacker, victim):
        return True
    if attacker in AXIS:
        open_ = victim in CLIMBERS and not world.get(f"provoked.{victim}.naval-aggression")
        return open_ and not holds(at_least(victim, "full"), world) and not _provoked(world, attacker, victim)
    free = world.get(f"commerce-guaranteed.{victim}") and world.get(f"commerce-free.{victim}")
    at_war = holds(full_war_between(victim, attacker), world)
    return not free and not at_war and not _fought(world, victim, attacker)


def _loss_matters(world: World, attacker: str, victim: str) -> bool:
    remembered = _fought(world, attacker, victim) or holds(at_full_war(USA), world)
    return _coast_matters(world, attacker, victim) or not remembered


def _provoked(world: World, attacker: str, victim: str) -> bool:
    """The victim has attacked ships or original land of this Axis nation before."""
    return _fought(world, victim, attacker) or bool(world.get(f"attacked-original.{victim}.{attacker}"))


@steps.step("twg.sea-attack.losses")
def losses(world: World, frame: Frame) -> Directive:
    """Of a mixed fleet, the table is asked who lost a unit."""
    attackers, navies = attackers_of(frame), tuple(frame.navies)
    lost = dict(frame.lost)
    chooses = bound(CHOOSES_LOSS, navies=" ".join(navies), victim=navies[0]).told(world)
    if frame.get("losses") is not None or len(navies) == 1:
        return go("twg.sea-attack.over", lost=lost)
    for victim in navies:
        if victim not in lost and any(_loss_matters(world, a, victim) for a in attackers):
            told = f" {sentence(chooses)}." if chooses else ""
            prompt = f"Did {TITLES[victim]} lose a unit of its own in that battle?{told}"
            did = f"says that {TITLES[victim]} lost [a|no] unit of its own"
            question = confirm(TABLE, prompt, cite="R39-WAR-MIXED", did=did)
            return ask(question, then="twg.sea-attack.loss", into="answer", of=victim)
    return go("twg.sea-attack.over", lost=lost)


@steps.step("twg.sea-attack.loss")
def loss(world: World, frame: Frame) -> Directive:
    return go("twg.sea-attack.losses", lost={**frame.lost, frame.of: frame.answer})


@steps.step("twg.sea-attack.over")
def sea_over(world: World, frame: Frame) -> Directive:
    """Who has attacked whose ships is remembered; what was no defence provokes."""
    attackers, navies = attackers_of(frame), tuple(frame.navies)
    lost = " ".join(n for n, any_ in frame.lost.items() if any_)
    slots = {"coasts": _coasts(frame), "navies": " ".join(navies), "losses": lost, "shot": _shot(frame)}
    pairs = [(attacker, victim) for attacker in attackers for victim in navies]
    rules = [rule for a, v in pairs for rule in due(HEEDS, world, SEA_ATTACK, attacker=a, victim=v, **slots)]
    changes = enacted(rules, world)
    return do(changes, then="twg.sea-attack.retreat") if frame.get("retreat") else done(changes)


@steps.step("twg.sea-attack.retreat")
def retreat(world: World, frame: Frame) -> Directive:
    """Into what waters American ships have retreated matters while they keep to their own."""
    if kind := isolation.waters(frame.retreat, None, KNOWN_SHORES):
        return done(isolation.strayed(world, kind))
    if not holds(isolation.ISOLATED, world):
        return done()
    prompt = f"American ships retreat to {frame.retreat}: what waters are these?"
    did = f"says what waters {frame.retreat} is: {{}}"
    question = choose(TABLE, prompt, isolation.SEAS, cite=isolation.RETREAT.cite, did=did)
    return ask(question, then="twg.sea-attack.retreat", into="retreat")


@steps.step("twg.transport-shot")
def transport_shot(world: World, frame: Frame) -> Directive:
    """An Axis transport fires at American ships that pass it: an attack on them, hit or miss."""
    if frame.get("attacker") not in AXIS:
        raise NotFound("Axis nation", frame.get("attacker"), AXIS)
    return go("twg.sea-attack", navies=[USA], shot=True)


ZONE = Either((Phrase(isolation.SEAS), Anything()), choose=lambda zone: 0 if zone in isolation.SEAS else 1)
BESIDE = ((", next to original land of {coasts}", ", off the coast of {coasts}"),)
SHIPS_LOST = ((", and ships of {losses} are lost", "and {losses} lose(s) a unit", "losing ships of {losses}"),)
AWAY = (", and American ships retreat to {retreat}", "whose American ships retreat to {retreat}")
EVENTS = {
    "sea-attack": Event(
        "twg.sea-attack",
        "Ships are attacked; what matters for the war and is left out is asked for.",
        {
            "attacker": "the nation",
            "joined": "nations with a unit in the attack, if only a fighter",
            "navies": "the nations whose ships are attacked",
            "zone": f"the sea zone, as the table calls it, or {', '.join(isolation.SEAS)}",
            "coasts": "the nations with original land next to the zone",
            "losses": "the nations of a mixed fleet that lost a unit",
            "retreat": f"where attacked American ships retreated to: a sea zone, or {', '.join(isolation.SEAS)}",
        },
        "R39-WAR-SEA-ACT",
        Wording(
            (
                "{attacker} attack(s) ships of {navies}",
                "{attacker} attack(s) the fleet of {navies}",
                "{attacker} attack(s) {navies} ships",
                "{attacker} attack(s) {navies} fleet",
                "{attacker} attack(s) the navy of {navies}",
                "{attacker} attack(s) {navies} navy",
            ),
            {
                "attacker": NATION,
                "navies": NATIONS,
                "joined": NATIONS,
                "zone": ZONE,
                "coasts": NATIONS_OR_NONE,
                "losses": NATIONS_OR_NONE,
                "retreat": ZONE,
            },
            adds=(
                ("together with {joined}", "joined by {joined}"),
                ("in {zone}", "at {zone}"),
                *BESIDE,
                *SHIPS_LOST,
                AWAY,
            ),
        ),
    ),
    "transport-shot": Event(
        "twg.transport-shot",
        "An Axis transport fires at American ships that pass it.",
        {
            "attacker": "the nation of the transport",
            "zone": "the sea zone, as the table calls it",
            "coasts": "the nations with original land next to the zone",
        },
        "R39-USA-SHOT10",
        Wording(
            (
                "a transport of {attacker} fires at American ships",
                "{attacker} fires at American ships from a transport",
                "a {attacker} transport fires at American ships",
                "a {attacker} transport fires on American ships",
                "a {attacker} transport shoots at American ships",
            ),
            {"attacker": Name(AXIS), "zone": ZONE, "coasts": NATIONS_OR_NONE},
            adds=(("in {zone}", "at {zone}"), *BESIDE),
        ),
    ),
}


RULES = (HEEDS, CHOOSES_LOSS, MAY_SHOOT, MIND_THE_COMMERCE)
