"""Everything that the referee says reads like a person wrote it: tested over crowded games played at random."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from random import Random
from typing import Any

import pytest

from legation.books import book
from legation.books.awaw.minors.vocabulary import of_each
from legation.core.book import Book
from legation.core.chronicle import chronicle
from legation.core.dispatch import dispatch_of
from legation.core.errors import LegationError, Refused
from legation.core.expr import Expr
from legation.core.facts import Choice, Teller, World
from legation.core.game import Game
from legation.core.labels import condition_of, effects_of, filled, rule_label, worded
from legation.core.requests import amount, choose, confirm, did
from legation.core.shortened import brief, unshortened
from legation.core.sight import Sight
from legation.core.voice import NOT_SO, affirmed
from legation.testing.conformance import begin
from legation.testing.conformance.deeds import any_deed, tried
from legation.testing.conformance.forms import _declared, _filled, _names, _slots, random_world

BUSY = {"events": 0.3, "reports": 0.02, "undos": 0.01, "trials": 0.0}
SCENARIOS = {"twg": ("1939", "1942"), "awaw": ("older", "current-classic", "current-gs")}
ACTS, SEEDS = 90, 1
UNWORDED = {"slug", "fact", "rule", "rules", "cls", "bloc", "why", "part", "icon", "id", "key", "state", "kind", "seat"}
UNWORDED |= {"by", "cite", "country", "tag", "source", "nation", "place", "subject", "coin", "option", "scenario"}
UNWORDED |= {"to", "query", "example_rule", "family", "facts", "needs", "lands", "what_if", "unit", "faces", "standing"}

FAULTS = {
    "a sentence without its other face": re.compile(rf"\b{NOT_SO}\b", re.IGNORECASE),
    "a condition in brackets after not": re.compile(r"\b[Nn]ot \("),
    "yes or no after a sentence": re.compile(r"[a-z)]:? (?:yes|no)(?=$|[;.)])"),
    "a key": re.compile(r"(?<![\w/.…])[a-z][a-z-]*[a-z]\.[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*\b"),
    "a slot": re.compile(r"[{}]|\[[^\]]*\||\[ |\|[^\[]*\]"),
    "two spaces": re.compile(r"\S {2,}\S"),
    "no space after a full stop": re.compile(r"[a-z]{2}[.;][A-Z][a-z]"),
    "a word twice": re.compile(r"\b([A-Za-z]+) \1\b"),
    "Python": re.compile(r"\bNone\b(?! of\b)|\bTrue\b|\bFalse\b|<lambda>|object at 0x"),
    "a hyphen for a minus": re.compile(r"(?<![\w.–-])-\d"),
    "a percent sign without its space": re.compile(r"\d%"),
    "a season in small letters": re.compile(r"\b(?:spring|summer|fall|winter) \d{4}"),
    "a number that does not agree": re.compile(
        r"(?<![\w.,/–−-])1 (?!paratroops|succeeds|enters)(?:[a-z]{3,}(?<![su])s|BRPs|DPs|ICs)\b"
    ),
    "nothing, said": re.compile(r", otherwise 0\b|\bif always\b|, was —"),
    "a verb that does not agree": re.compile(
        r"^(?:Germany|Russia|Britain|Italy|Japan|France) (?:have|control|hold|do|are)\b"
    ),
    "not in the wrong place": re.compile(r"\b(?:ends|attacked|holds) not\b"),
    "a role for a name": re.compile(r"\bthe (?:here|to)\b(?! )|\bthe here\b|\b(?:in|on|of) the place$"),
    "a capital after a semicolon": re.compile(r"; (?:The|A|An|It|They|In|On|Who|What)\b"),
    "the same added to itself": re.compile(r"\b([a-z][\w ]{8,}) \+ \1\b"),
    "a sentence after no longer": re.compile(r"^no longer .* (?:falls|controls|in) "),
    "times one": re.compile(r"\btimes 1\b"),
    "a limit that is none": re.compile(r"\bat most 9999\b"),
    "minus added": re.compile(r"\+ (?:−|\(minus)"),
    "a long list of ors": re.compile(r"(?: or [A-Z][\w/]+){3}"),
    "not known, twice": re.compile(r"not known yet whether .* not known yet(?: whether|$)"),
    "a dash for a value": re.compile(r": —|, was —"),
    "a word of the schema": re.compile(r": (?:axis|allies|full|chart|reaction|any|commerce)(?:,|$)"),
    "units that is": re.compile(r"\b(?:units|factors|hexes|increases|fighters) [^.;:]{0,30}\bis (?:at least|\d)"),
    "an answer beside its question": re.compile(r"\?\)$|(?<!referee) says (?:yes|no): [A-Z]"),
    "sums that agree": re.compile(r"\$\d+ are\b|\$1 were\b"),
    "a formula": re.compile(r"\w\)? \+ \(?[A-Za-z]|\bthis is what “"),
    "who they are": re.compile(r"^they (?:hold|control|do not (?:hold|control))\b"),
    "denied twice": re.compile(r"\bnobody(?: else)? (?:does|do|is|are|has|have) not\b"),
    "the largest of two": re.compile(r"\bthe (?:largest|smallest) of (?:(?!,| of ).)+ and (?:(?!,| and ).)+$"),
    "nothing counted": re.compile(r"\b0 (?:modifiers|results|factors are)\b"),
    "two commas": re.compile(r",,"),
    "no less than total": re.compile(r"\bat least under\b"),
    "a space before a stop": re.compile(r"\s[;,.:](?=\s|$)|\s$"),
    "nothing, counted": re.compile(r"\b(?:with|has|have|makes?|modifying|leaving) 0 [a-z]"),
    "one time": re.compile(r"\b1 time\b"),
    "nobody’s": re.compile(r"\b(?:land|ships|units) of nobody\b"),
    "no and": re.compile(r"\bno (?:[a-z]+ )?(?!one\b)[a-z]+ and [a-z]+ units\b"),
    "and, and, and": re.compile(
        r"^(?:(?!, and |; and |\bboth\b|\bbetween\b).)* and [^,;]* do(?:es)? not touch [^,;]* and "
    ),
    "a before a vowel": re.compile(r"\ba (?!Europe|one|once)(?:[AEIO][a-z]|[aeio][a-z])"),
    "a name of two cases": re.compile(r"\b[A-Z][a-z]+-(?:african|american|british|german|russian|asian)\b"),
    "an answer with two colons": re.compile(r"^[^“]*: [0-9−]+: "),
    "a class": re.compile(r"\bthe class of [A-Z]"),
    "several who does": re.compile(
        r"^The (?!United States)(?:[A-Z]\w+ )*(?:States|Philippines|Netherlands|hexes|Islands|Indies) "
        r"(?:is|has|becomes|fights|opens)\b"
    ),
    "no subject": re.compile(r"^(?:and another|not now\b|that was so\b)"),
    "quotation marks of a program": re.compile(r"(?<![\w’'])'[^' ]+'(?!\w)"),
    "no words at all": re.compile(r"^\s*$|^[:;,.]|: ?$|\(\)"),
}


@cache
def small_names(name: str) -> re.Pattern[str]:
    """The names of lands and powers as a program writes them."""
    known = book(name).schema(SCENARIOS[name][-1]).titles
    titles = {*book(name).subjects().values(), *book(name).seat_titles.values(), *known.values()}
    plain = {"regency"}  # which is a word beside a name
    words = sorted({title.lower() for title in titles if re.fullmatch(r"[A-Z][a-z]{3,}", title)} - plain)
    return re.compile(rf"(?<![\w/-])(?:{'|'.join(words)})\b(?!-)")


@cache
def slugs(name: str) -> re.Pattern[str]:
    """Names of several words as a program writes them."""
    schema = book(name).schema(SCENARIOS[name][-1])
    named = {slug for slug, title in schema.titles.items() if "-" in slug and slug != title}
    named |= {one for f in schema.families if isinstance(f.domain, Choice) for one in f.domain.called if "-" in one}
    return re.compile(rf"(?<![\w.-])(?:{'|'.join(sorted(named, key=len, reverse=True))})(?![\w.-])")


def faults(name: str, text: str) -> list[str]:
    found = [f"{fault}: {text}" for fault, pattern in FAULTS.items() if pattern.search(text)]
    found += [f"a name in small letters: {text}"] if small_names(name).search(text) else []
    return found + ([f"a name as a program writes it: {text}"] if slugs(name).search(text) else [])


# -- what is said
ID = re.compile(r" {3}\[[^\]]+\]$")  # which stands apart at the end of a refusal


def rules(of: Book) -> Iterator[str]:
    """Every rule as its page has it, and its condition both ways."""
    schema = of.schema(next(iter(of.scenarios)))
    for id in of.registry.declared:
        yield from filter(None, (rule_label(of, id), condition_of(of, id), *effects_of(of, id)))
    for _, expr in _declared(of):
        yield filled(worded(expr, schema), "")


def denials(of: Book, scenario: str) -> Iterator[str]:
    """What is said of every condition where it is so, is not so, and is not known."""
    schema, rng, anywhere = of.schema(scenario), Random(7), _names(of, scenario)
    for _, expr in _declared(of):
        bound = _filled(expr, schema, rng, anywhere) if _slots(expr) else expr
        if bound is None:
            continue
        keys = sorted(key for key in bound.reads() if key in schema)
        if len(keys) > 400:
            continue
        for share in (0.0, 0.0, 0.5):
            yield from conditions(bound, random_world(schema, keys, rng, share))


def conditions(expr: Expr, world: World) -> Iterator[str]:
    try:
        trace = expr.trace(world)
    except (LegationError, AttributeError):  # about what is laid over a world, or about a number with a deed
        return
    for part in list(trace.walk())[:40]:
        yield filled(f"{part.text}{f': {part.shown}' if part.shown and part.text != part.shown else ''}", "")


def explanations(game: Game) -> Iterator[str]:
    sight = Sight(game, game.book.seats[0])
    for subject in list(game.book.subjects())[:: max(1, len(game.book.subjects()) // 25)]:
        for trace in sight.explain(subject):
            waiting = [brief(trace), unshortened(trace)]
            while waiting:
                one = waiting.pop()
                yield f"{one.text}{f': {one.said}' if one.said and one.text != one.said else ''}"
                waiting += one.parts


def asked(game: Game) -> Iterator[str]:
    for request in game.requests():
        yield request.prompt
        yield from map(str, request.labels.values())
        yield from filter(None, (request.why,))
        sight = Sight(game, request.seat, acts=(request.seat,))
        yield from filter(None, (game.book.views.about(sight, request),))
        yield from texts(game.book.views.roll_due(sight, request))


def on_the_desk(game: Game) -> Iterator[str]:
    """What stands beside the questions: business, purse, levels, sheets to fill in, a nation's own page."""
    for seat in game.book.seats[::3]:
        sight, views = Sight(game, seat, acts=(seat,)), game.book.views
        for view in (views.ladder(sight), views.purse(sight), views.gauges(sight), views.nation(sight, seat)):
            yield from (text for text in texts(view) if text not in sight.world.schema.titles and "=" not in text)
        for blank in sight.blanks:
            yield from (blank.title, *filter(None, (blank.says,)))


def refused(game: Game, rng: Random) -> Iterator[str]:
    """What is said to an answer that is none, and to deeds that cannot be."""
    for request in game.requests():
        try:
            game.answer(request.id, "nonsense", seat=request.seat)
        except LegationError as error:
            yield ID.sub("", str(error))
    for _ in range(4):
        told = any_deed(game, rng)
        refusal = tried(game, told).refusal if told else None
        if refusal:
            yield ID.sub("", str(refusal))


def recorded(game: Game, since: int) -> Iterator[str]:
    sight = Sight(game, game.book.seats[0])
    for line in chronicle(sight).lines[since:]:
        yield line.text
        if line.kind != "setup":
            yield from (effect.text for effect in line.effects)


def dispatched(game: Game, since: int) -> Iterator[str]:
    sight = Sight(game, game.book.seats[0])
    for line in chronicle(sight).lines[since:]:
        one = dispatch_of(sight, line.seq, line.seq) if line.kind != "setup" else None
        if one is not None:
            yield one.headline
            yield from (text for die in one.fell for text in (die.purpose, die.subject, die.result) if text)
            yield from (text for tell in (*one.tells, *one.board) for text in (tell.text, tell.because) if text)


def dossiers(game: Game) -> Iterator[str]:
    sight = Sight(game, game.book.seats[0])
    for subject in list(game.book.subjects())[:: max(1, len(game.book.subjects()) // 12)]:
        said = texts(game.book.views.dossier(sight, subject))
        links = {*sight.world.schema.titles, *game.book.registry.declared}  # of which pages make links
        yield from (text for text in said if text not in links and "=" not in text)


def texts(value: Any) -> Iterator[str]:
    """Every string of a view that somebody reads."""
    if isinstance(value, str):
        yield from filter(None, (value,))
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            if field.name not in UNWORDED:
                yield from texts(getattr(value, field.name))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts(one)


# -- games
def played(name: str, scenario: str, seed: int, acts: int) -> Iterator[tuple[str, str]]:
    """What is said in a game played at random, by the kind of what it is."""
    options = {"rules-1939": "yes"} if (name, scenario) == ("twg", "1939") else {}
    play, rng, since = begin(book(name), scenario, seed, options=options, **BUSY), Random(seed), 0
    for number in range(acts):
        if play.game.over:
            break
        play.step()
        assert not [request.prompt for request in play.game.requests() if request.prompt[:1].islower()]
        yield from (("request", text) for text in asked(play.game))
        if number % 8 == 0:
            yield from (("refusal", text) for text in refused(play.game, rng))
        if number % 30 == 0:
            yield from (("desk", text) for text in on_the_desk(play.game))
    for kind, found in (
        ("record", recorded(play.game, since)),
        ("dispatch", dispatched(play.game, since)),
        ("dossier", dossiers(play.game)),
        ("trace", explanations(play.game)),
    ):
        yield from ((kind, text) for text in found)


def samples(name: str, acts: int = ACTS, seeds: Iterable[int] = range(SEEDS)) -> dict[str, list[str]]:
    """All that was said, each once, by kind."""
    found: dict[str, dict[str, None]] = {"rule": dict.fromkeys(rules(book(name)))}
    found["condition"] = dict.fromkeys(denials(book(name), SCENARIOS[name][-1]))
    for scenario in SCENARIOS[name]:
        for seed in seeds:
            for kind, text in played(name, scenario, seed, acts):
                found.setdefault(kind, {})[text] = None
    return {kind: list(said) for kind, said in found.items()}


@pytest.mark.parametrize("name", SCENARIOS)
def test_what_the_referee_says_reads_well(name: str) -> None:
    found = samples(name)
    assert min(map(len, found.values())) > 20
    assert [f"{kind}: {fault}" for kind, said in found.items() for text in said for fault in faults(name, text)] == []


@pytest.mark.soak
@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("first", range(1, 21, 5))
def test_what_the_referee_says_in_many_games_reads_well(name: str, first: int) -> None:
    found = samples(name, 400, range(first, first + 5))
    assert [f"{kind}: {fault}" for kind, said in found.items() for text in said for fault in faults(name, text)] == []


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_truth_has_a_wording_for_what_is_not_so(name: str) -> None:
    """A fact that is so or not has both faces, in its family's words."""
    for scenario in SCENARIOS[name]:
        for family in book(name).schema(scenario).families:
            if str(family.domain) == "yes or no":
                for says in (family.says, *(words for _, words in family.but)):
                    assert affirmed(says) != says or says == "{0}", family.name


@pytest.mark.parametrize("name", SCENARIOS)
def test_whatever_a_fact_may_be_has_a_name(name: str) -> None:
    """A value of several words is not printed as a program writes it: "allied-naming", "pacific"."""
    for scenario in SCENARIOS[name]:
        schema = book(name).schema(scenario)
        known = {**schema.titles, **book(name).seat_titles}
        for family in schema.families:
            if isinstance(family.domain, Choice) and family.told_by in (Teller.RULE, Teller.BOARD):
                unnamed = [one for one in family.domain.options if one not in known and one not in family.domain.called]
                assert [one for one in unnamed if re.search(r"[a-z]-", one)] == [], family.name


def test_a_refusal_names_what_is_allowed() -> None:
    """The names come from the world in which it is refused; numbers in a row are told by their ends."""
    refused = Refused("that cannot be", rule="T-1", allowed=["uk", "south-east-asian", "nobody"])
    refused.named({"uk": "the U.K.", "south-east-asian": "South East Asian"})
    assert str(refused) == "that cannot be; allowed: the U.K., South East Asian, nobody   [T-1]"
    assert str(Refused("too many", allowed=range(-1, 4))) == "too many; allowed: −1 to 3"
    assert str(Refused("none is left", allowed=[])) == "none is left; allowed: nothing"


def test_an_answer_is_told_as_a_deed() -> None:
    """A question declares how its answers are told: with both faces, with the label, with what is counted."""
    asked = amount("north", "How many?", range(4), cite="T-1", did="grants [{BRP}|no BRPs] to China")
    assert [did(asked, value, "") for value in (0, 1, 3)] == [
        "grants no BRPs to China",
        "grants 1 BRP to China",
        "grants 3 BRPs to China",
    ]
    chosen = choose("north", "Which?", {"pass": "No one", "auk": "Auk"}, cite="T-1", did="[tries {}|lets it be]")
    assert [did(chosen, value, chosen.labels[value]) for value in ("auk", "pass")] == ["tries Auk", "lets it be"]
    sworn = confirm("north", "Do you?", cite="T-1", did="[will|will not] counter")
    assert [did(sworn, value, "") for value in (True, False)] == ["will counter", "will not counter"]


def test_duties_of_several_countries_are_told_once() -> None:
    assert (
        of_each(["Norway"], "has associated", "have associated", "its units go")
        == "Norway has associated: its units go"
    )
    told = of_each(["Norway", "Ireland"], "has associated", "have associated", "its units go")
    assert told == "Norway and Ireland have associated; of each: its units go"
