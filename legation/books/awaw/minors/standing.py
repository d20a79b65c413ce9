"""Rules 82.1 and 82.9: how a country stands, how it enters the war, the Commonwealth and the Pacific."""

from __future__ import annotations

from legation.books.awaw.minors.inquiry import Action, Topic, scope, tell
from legation.books.awaw.minors.vocabulary import ALLIANCES, actor_is, asked, holder_is, site_is, status_is, with_means
from legation.books.awaw.powers import (
    ALLIED,
    AXIS,
    BRITAIN,
    CLASSIC,
    COMMONWEALTH,
    CURRENT_CLASSIC,
    CURRENT_GS,
    FRANCE,
    ITALY,
    JAPAN,
    NOBODY,
    OLDER,
    POWERS,
    RUSSIA,
    TARGETS,
    TITLES,
    USA,
)
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.vocabulary import HERE, at_war, edition, fallen, surrendered, turn
from legation.core.book import Procedure
from legation.core.expr import any_of, named, number, truth
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps
from legation.core.rules import Duty, Limit, Permit
from legation.core.trace import Trace
from legation.core.voice import does_so

__all__ = ["PROVISIONS", "explain", "standing"]

STEPS = Steps()
CURRENT = edition(CURRENT_CLASSIC, CURRENT_GS)
_not_in_it = status_is("neutral", "hex-control")
_owned = site_is("ukraine") & holder_is(RUSSIA) & status_is("neutral")  # its status is that of its diplomatic table

# -- 82.11: from the weakest to the strongest
FLAGS = (
    Duty("neutral", "82.11A", _not_in_it & ~_owned),
    Duty(
        "yielding BRPs",
        "82.11C",
        (number(f"brp-grant.{HERE}", "BRPs it yields") >= 1).worded("it yields [|no ]BRPs") & _not_in_it,
    ),
    Duty("under hex control", "82.11D", status_is("hex-control")),
    Duty("independent", "82.11B", status_is("independent")),
    Duty("associated", "82.11E", status_is("associate")),
    Duty("allied", "82.11F", status_is("ally")),
    Duty("conquered", "82.11G", status_is("conquered")),
    Duty("a colony", "82.11H", status_is("colony") | _owned),
    Duty("in the Commonwealth", "82.11I", status_is("commonwealth")),
)
TO_WHOM = {"82.11C": "to", "82.11D": "of", "82.11G": "by", "82.11H": "of"}  # the word before the power concerned
ONE_AT_A_TIME = Limit("a country is in one category at a time", "82.11@older", edition(OLDER))
SEVERAL = Permit("a country may be in several categories at once", "82.11@current", CURRENT)
GOES_ON = Permit(
    "of the three editions one goes on from Gathering Storm, and is told how that ended",
    "00.editions",
    edition(CURRENT_GS),
)


def standing(world: World, country: str) -> list[tuple[Duty, str]]:
    """The categories a country is in, each with the power concerned; the older edition shows the strongest only."""
    look = world.scoped(site=country)
    found = [flag for flag in asked(FLAGS, country) if flag.told(look)]
    alone = ONE_AT_A_TIME.forbids(world) or not SEVERAL.allows(world)
    power = world[f"beneficiary.{country}"]
    if power == NOBODY:
        power = world[f"holder.{country}"]
    return [(flag, power) for flag in (found[-1:] if alone else found)]


def explain(world: World, country: str) -> Trace:
    """Every category, with those that apply."""
    look = world.scoped(site=country)
    rows = [flag.trace(look) for flag in asked(FLAGS, country)]
    says = ", ".join(flag.label for flag, _ in standing(world, country))
    return Trace(f"how {TITLES[country]} stands", says, tuple(rows))


def of_its_own(world: World, country: str) -> dict[str, object]:
    """What has befallen a country, as far as it is not told elsewhere in its dossier."""
    found: dict[str, object] = {
        "attacked by": world[f"attacked-by.{country}"],
        "garrison": world[f"garrison.{country}"],
        "worth less by": world[f"value-lost.{country}"] or NOBODY,
        "forces": "gone for good" if world[f"forces-gone.{country}"] else NOBODY,
    }
    if country in TARGETS:
        found |= {
            "has changed sides to": world[f"turned-to.{country}"],
            "its new friend must declare war on": world[f"must-declare.{country}"],
        }
    return {name: value for name, value in found.items() if value != NOBODY}


def _of_power(flag: Duty, power: str) -> str:
    """A category with the power concerned."""
    if power == NOBODY or flag.cite == "82.11A":
        return flag.label
    return f"{flag.label} {TO_WHOM.get(flag.cite, 'with')} {TITLES[power]}"


@STEPS.step("awaw.minors.standing")
def told(world: World, frame: Frame) -> Directive:
    country = scope(world, {"in": frame.get("in")})["site"]
    found = standing(world, country)
    words = ", ".join(_of_power(flag, power) for flag, power in found)
    if not words:  # it is out of all categories
        status = str(world[f"status.{country}"])
        says = f"{'has' if status == 'surrendered' else 'is'} {status}"
        return tell(does_so(TITLES[country], says), "82.11A")
    return tell(does_so(TITLES[country], f"is {words}"), found[0][0].cite)


PROCEDURES = {
    "standing": Procedure("awaw.minors.standing", "How does a country stand?", {"in": "the country"}),
}

# -- 82.12 and 82.13: who is in the war
_british_war = named(
    "Britain is[ not] at war", any_of(*(at_war(BRITAIN, power) for power in POWERS if power != BRITAIN))
)
_member = status_is("commonwealth")
ENTRY = Topic(
    "how a country comes into the war",
    (
        Duty("colonies begin as such; all else is as Gathering Storm left it", "82.12@current-gs", edition(CURRENT_GS)),
        Duty(
            "British and French colonies are in the war from the start",
            "82.12.colonies-start",
            edition(*CLASSIC) & status_is("colony") & holder_is(BRITAIN, FRANCE),
        ),
        Duty(
            "it enters the war with Italy",
            "82.12.italian-colonies",
            edition(*CLASSIC) & site_is("albania", "libya") & at_war(ITALY, ALLIED),
        ),
        Duty(
            "it enters the war with Russia",
            "82.12.russian-colonies",
            edition(*CLASSIC) & site_is("ukraine") & (at_war(RUSSIA, AXIS) | at_war(RUSSIA, JAPAN)),
        ),
        Duty("only an invasion or diplomacy brings it in", "82.12.others", _not_in_it & ~_owned),
        Duty("the Commonwealth is at war with Germany from Fall 1939", "82.13.fall1939", edition(*CLASSIC) & _member),
        Duty("the Commonwealth shares every war of Britain", "82.13.war@current", CURRENT & _member & _british_war),
        Duty("its units count as British ones", "82.13.units", _member),
        Duty("its units have deployment limits of their own", "82.13A", _member & ~site_is("canada")),
        Duty("it is a nationality of its own for losses and for recombining air factors", "82.13C", _member),
        Duty("its units stay in the British force pool", "82.13D", _member & surrendered(BRITAIN)),
    ),
)
HOME_ONLY = Permit(
    "a Commonwealth unit is built in its own country",
    "82.13B",
    named("it is[ not] at home", any_of(*(actor_is(member) & site_is(member) for member in COMMONWEALTH))),
)

# -- 82.9: the Pacific
_stays = truth("china-stays-independent", "Communist China [chose|did not choose] to stay independent")
_with_russia_older = edition(OLDER) & at_war(RUSSIA, JAPAN)
_with_russia = CURRENT & at_war(RUSSIA, JAPAN) & ~_stays
_war = number("eastern-war-turn", "the turn in which Japan and Britain went to war")
_second_turn = (_war >= 1).worded("Japan and Britain have[ not] gone to war") & (turn() > _war).worded(
    "that was [in an earlier|only in this] turn"
)
_countries = (*("australia", "india", "communist-china", "dutch-east-indies", "philippines", "thailand"),)
_china = site_is("communist-china")
PACIFIC = Topic(
    "how a country of the Pacific stands",
    (
        Duty("a Commonwealth country", "82.91A", site_is("australia", "india")),
        Duty("independent", "82.91B.china", _china & ~_with_russia & ~_with_russia_older),
        Duty(
            "independent until the second turn of war between Japan and Britain",
            "82.91B.dei",
            site_is("dutch-east-indies") & ~_second_turn,
        ),
        Duty("a Russian ally", "82.91C@older", _china & _with_russia_older),
        Duty("a Russian ally, as it did not choose to stay independent", "82.91C@current", _china & _with_russia),
        Duty("associated with Britain", "82.91D.dei", site_is("dutch-east-indies") & _second_turn),
        Duty("associated with the United States", "82.91D.philippines", site_is("philippines")),
        Duty(
            "associated with Japan",
            "82.91D.thailand",
            site_is("thailand") & holder_is(JAPAN, country="french-indochina") & at_war(JAPAN, BRITAIN),
        ),
        Duty(
            "a British colony",
            "82.91E.britain",
            site_is("burma", "malaya", "singapore", "sarawak", "hong-kong", "calcutta", "dacca", "nepal", "bhutan"),
        ),
        Duty("a French colony", "82.91E.france", site_is("french-indochina")),
        Duty("a Russian colony", "82.91E.russia", site_is("mongolia", "tannu-tuva")),
        Duty("a Japanese colony", "82.91E.japan", site_is("manchuria", "korea", "formosa")),
        Duty("New Caledonia, Wallis and the Society Islands are British-controlled", "82.91F.start", ~fallen(FRANCE)),
        Duty("New Caledonia, Wallis and the Society Islands are Free French", "82.91F.free-french", fallen(FRANCE)),
        Duty("its units begin at home, set up by whoever controls them", "82.92", site_is(*_countries)),
        Duty(
            "it is on one side from the start; Thailand is neutral until it falls to Japan's",
            "82.93.aligned",
            site_is(*_countries),
        ),
        Duty("alone of all Pacific countries it fights Japan", "82.93.china", _china & ~at_war(JAPAN, BRITAIN)),
        Duty(
            "it enters the war with the power that controls it",
            "82.93.others",
            site_is(*_countries) & ~_china & (at_war(JAPAN, BRITAIN) | at_war(JAPAN, USA)),
        ),
        Duty("its units are built by the rules for its status", "82.94.status", site_is(*_countries)),
        Duty("where its units may go depends on its status", "82.95", site_is(*_countries)),
    ),
)
REBUILD = Permit(
    "rebuilt in a supplied hex of the country that is no enemy's zone, or in the Australia or India box",
    "82.94.where",
    with_means("supplied-hex", "box"),
)

TOPICS = {"entry": ENTRY, "pacific": PACIFIC}
ACTIONS = {
    "build-commonwealth": Action("may it be built there?", (HOME_ONLY,), False, "82.13B", "only in its own country"),
    "rebuild-pacific": Action("may it be rebuilt there?", (REBUILD,), False, "82.94.where", "not in such a hex"),
}

PROVISIONS = Provisions(
    "standing",
    dossier=of_its_own,
    steps=STEPS,
    procedures=PROCEDURES,
    declared=(FLAGS, ONE_AT_A_TIME, SEVERAL, ALLIANCES, GOES_ON),
    actions=ACTIONS,
    topics=TOPICS,
)
