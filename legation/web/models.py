"""What goes over the wire: the bodies that are read, and the shapes that are answered (for the OpenAPI page)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, Strict

__all__ = [
    "Acted",
    "AllowanceBody",
    "Amendment",
    "AmendmentBody",
    "AnswerBody",
    "BookDetail",
    "BookList",
    "BranchBody",
    "Dice",
    "Dossier",
    "DossierBody",
    "DossierSection",
    "EntryReasons",
    "ErrorBody",
    "EventBody",
    "Explanation",
    "Forecast",
    "Foretold",
    "GameList",
    "Joint",
    "Ledger",
    "LinkList",
    "NewGameBody",
    "NewTable",
    "Odds",
    "OneLink",
    "SheetBody",
    "Sheets",
    "Plan",
    "PlanBody",
    "RecordPage",
    "RemarkBody",
    "Remarks",
    "ReportBody",
    "RequestList",
    "RollBody",
    "Rooms",
    "Rule",
    "RuleList",
    "RulingBody",
    "Several",
    "Suppose",
    "UndoBody",
    "VerdictBody",
    "View",
]


def _plain(value: Any) -> Any:
    """Only what a record can hold: whole numbers of a sane size, and text that can be written down."""
    try:
        msgspec.json.encode(value)
    except (OverflowError, RecursionError, TypeError, UnicodeError, ValueError):
        raise ValueError("this cannot be written into a record") from None
    return value


Plain = Annotated[Any, AfterValidator(_plain)]


def _readable(text: str) -> str:
    """What every database can keep."""
    if "\0" in text:
        raise ValueError("a text cannot hold the character NUL")
    return text


Text = Annotated[str, Field(max_length=2000), AfterValidator(_readable)]
Name = Annotated[str, Field(max_length=120), AfterValidator(_readable)]
Facts = Annotated[dict[Name, Plain], Field(max_length=500)]
Seat = Annotated[Name | None, Field(description="At the host's device: for which seat; `table` speaks for the board.")]
Whole = Annotated[int, Strict()]  # yes and no are no numbers


def _digits(said: Any) -> Any:
    """A number in an address is written in plain digits, as it is in a body."""
    if isinstance(said, str) and not (said.isascii() and said.isdigit() and len(said) <= 10):
        raise ValueError("say a whole number in plain digits")
    return said


Count = Annotated[int, BeforeValidator(_digits)]  # in a path or a query
Number = Annotated[int, Field(ge=0, le=1_000_000)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Shape(BaseModel):
    """A shape that is answered; a later version may tell more."""

    model_config = ConfigDict(extra="allow")


# -- read
class NewGameBody(Body):
    book: Name = Field(examples=["{book}"])
    scenario: Name | None = Field(None, description="The book's first if left out.", examples=["{scenario}"])
    name: Name = Field("", examples=["Thursday evening"])
    dice: Literal["server", "typed", "mixed", "live"] = Field(
        "server",
        description="Mixed: of each roll its player types a face or lets the server roll.  "
        "Live: another seat opens a value for each die.",
    )
    nonce: Name = Field("", description="Any words of the players; the server's dice depend on them.")
    options: dict[Name, Name] = Field({}, max_length=200)
    plan: dict[Name, Name] = Field(
        {},
        max_length=40,
        description="Who plays a seat: `person` (if left out), `here`, `open`, `none`, or `bot:` and a bot's name.",
        examples=[{"{seat}": "here"}],
    )


class BringBody(Body):
    record: str = Field(description="The text of the file, byte for byte.")
    vault: dict[str, Plain] | None = Field(None, description="What lies beside it; without it, what is hidden is lost.")
    name: Name = ""
    plan: dict[Name, Name] = Field({}, max_length=40)


Who = Annotated[Name, Field(description="`person`, `here`, `open`, `none`, or `bot:` and a bot's name.")]


class PlanBody(Body):
    plan: dict[Name, Who] = Field(min_length=1, max_length=40, examples=[{"{seat}": "here"}])


class SheetBody(Body):
    rows: dict[Name, Plain] = Field({}, max_length=200, description="By row; what is left out stays as proposed.")
    lasting: bool = Field(False, description="Until it is withdrawn, where the sheet allows that.")
    rolls: bool = Field(False, description="The server rolls the dice of what is carried out, where it may.")
    seat: Seat = None


class AnswerBody(Body):
    request: Whole = Field(ge=1, le=2**31, examples=[41])
    value: Plain = Field(examples=[2])
    seat: Seat = None


class RollBody(Body):
    request: Whole = Field(ge=1, le=2**31, examples=[42])
    seat: Seat = None


class Face(Body):
    purpose: str = Field("", max_length=300, description="What it was rolled for; empty: whatever comes up.")
    face: Whole = Field(ge=1, le=100, examples=[7])


class TrayBody(Body):
    faces: list[Face] = Field(default_factory=list, max_length=100, examples=[[{"face": 7}, {"face": 2}]])
    rest: bool = Field(False, description="The server makes the rolls for which there is no face, if it may.")
    seat: Seat = None


class ProposalBody(Body):
    what: Literal["undo", "end"] = "undo"
    entry: Whole | None = Field(None, ge=1, le=2**31)
    reason: str = Field("", max_length=600)
    seat: Seat = None


class ConsentBody(Body):
    proposal: Whole = Field(ge=1, le=2**31, examples=[41])
    yes: bool = True
    seat: Seat = None


class ReadBody(Body):
    upto: Whole = Field(ge=0, le=2**31, examples=[41])


class InvitationBody(Body):
    invitation: str = Field(min_length=1, max_length=300, description="The link, or its last part.")


class NonceBody(Body):
    word: Name = Field(min_length=1, examples=["heron"])
    seat: Seat = None


class ChainBody(Body):
    value: str = Field("", max_length=64, description="To which the first value is hashed; empty from the umpire.")
    seat: Seat = None
    reason: Text = ""


class OpenBody(Body):
    request: Whole = Field(ge=0, le=2**31, examples=[41])
    value: str = Field(min_length=64, max_length=64)
    seat: Seat = None


class CloseBody(Body):
    seat: Seat = None


class ReportBody(Body):
    facts: Facts = Field(min_length=1, examples=[{"{fact}": 2}])
    seat: Seat = None


class EventBody(Body):
    name: Name = Field(examples=["{event}"])
    details: dict[Name, str | int | bool] = Field({}, max_length=20, examples=[{"{detail}": "{seat}"}])
    seat: Seat = None


class SentenceBody(Body):
    text: Text = Field(min_length=1, examples=["{sentence}"])
    seat: Seat = None


class RulingBody(Body):
    facts: Facts = Field(min_length=1)
    reason: Text = Field(min_length=1, examples=["The counter was misplaced."])


class UndoBody(Body):
    reason: Text = Field("", description="Of the umpire, across a roll or a reveal.")
    entry: Whole | None = Field(None, ge=1, le=2**31, description="The act that is meant; only the last can be.")
    seat: Seat = None


class AmendmentBody(Body):
    entry: Whole = Field(ge=1, le=2**31, examples=[17])
    value: Plain = Field(examples=[3])
    reason: Text = Field(min_length=1)
    commit: bool = Field(False, description="Make it so; else only its consequences are shown.")
    size: Whole | None = Field(None, ge=0, le=2**31, description="`size` of the preview: refused if it has grown.")


class BranchBody(Body):
    entry: Whole | None = Field(None, ge=1, le=2**31, description="The last entry that counts; all if left out.")
    name: Name = ""


class Suppose(Body):
    """What a person supposes, for a question that changes nothing."""

    money: Number | None = None
    counter: Number | None = None
    by: Name | None = None
    points: dict[Name, Number] = Field({}, max_length=20, examples=[{"{seat}": 4}])
    given: Facts = {}

    def how(self) -> dict[str, Any]:
        found: dict[str, Any] = {name: getattr(self, name) for name in ("money", "counter", "by")}
        found["points"] = self.points or None
        return {name: value for name, value in found.items() if value is not None}


class Several(Suppose):
    """Several countries that a seat tries in one turn, each once."""

    countries: list[Name] = Field(min_length=1, max_length=20, examples=[["{country}", "{other country}"]])


# -- answered
class ErrorDetail(BaseModel):
    kind: str = Field(examples=["Refused"])
    message: str = Field(examples=["3 is no answer here: 2 are left; allowed: 0, 1, 2"])
    rule: str | None = Field(None, examples=["{rule}"])
    allowed: list[Any] | None = Field(None, description="What would be allowed: answers, names, or facts to report.")


class ErrorBody(BaseModel):
    error: ErrorDetail


class Asked(Shape):
    id: int
    seat: str
    kind: str
    prompt: str
    cite: str


class Waiting(Shape):
    seat: str
    kind: str


class Entry(Shape):
    seq: int
    cause: dict[str, Any]
    by: str
    chair: str = ""  # from which it was done, where that is another's
    effects: list[dict[str, Any]]


class BookLine(Shape):
    name: str
    title: str
    version: str
    scenarios: dict[str, str]


class BookList(Shape):
    books: list[BookLine]


class BookDetail(BookLine):
    seats: dict[str, str]
    options: list[dict[str, Any]]
    events: dict[str, Any]
    subjects: dict[str, str]


class Rule(Shape):
    id: str
    kind: str


class RuleList(Shape):
    rules: list[Rule]


class GameLine(Shape):
    id: str
    name: str
    book: str
    scenario: str
    phase: str
    over: bool
    seq: int


class GameList(Shape):
    games: list[GameLine]
    total: int = Field(description="On all pages.")
    next: int | None = Field(description="`skip` of the next page, if there is one.")


class OneLink(Shape):
    seat: str
    taken: bool = Field(False, description="Somebody has a key to it.")
    linked: bool = Field(description="It is taken, or an invitation leads to it.")
    token: str | None = Field(None, description="The invitation, if nobody has used it and this reader may know it.")
    url: str | None = None


class TakenChair(Shape):
    game: str
    seat: str
    key: str = Field(description="For the header `Authorization: Bearer`; it is told only here.")
    place: str


class Ledger(Shape):
    nation: str
    page: dict[str, Any]


class SheetPick(Shape):
    value: Plain
    label: str
    sure: str | None
    best: str | None
    cost: int
    closed: str
    rule: str


class SheetRow(Shape):
    key: str
    name: str
    picks: list[SheetPick]
    chosen: Plain
    least: int
    most: int
    subject: str
    note: str
    rival: str
    brings: str
    rules: list[str]
    under: str
    more: bool
    fact: str


class FilledSheet(Shape):
    sheet: str
    title: str
    says: str
    verb: str
    rows: list[SheetRow]
    rules: list[str]
    closed: list[list[str]]
    coin: str
    free: int | None
    lasting: bool
    answers: list[int]
    early: bool
    rolls: bool
    written: dict[str, Plain] | None
    every_turn: bool


class Sheets(Shape):
    seat: str
    sheets: list[FilledSheet]
    entries: list[int]


class Plan(Shape):
    plan: dict[str, str]
    bots: list[str]


class LinkList(Shape):
    links: list[OneLink]


class NewTable(GameLine):
    key: str = Field(description="The host's, for the header `Authorization: Bearer`; it is told only here.")
    place: str
    links: list[OneLink]


class RequestList(Shape):
    seq: int
    tip: str = Field("", description="Of the record: who has seen it notices another history.")
    commitment: str = Field("", description="What the server's dice are committed to.")
    requests: list[Asked]
    waiting: list[Waiting]


class View(RequestList):
    seat: str
    seats: list[str]
    book: str
    scenario: str
    phase: str
    over: bool
    facts: dict[str, Any]
    record: list[Entry]


class Acted(RequestList):
    phase: str
    over: bool
    entries: list[Entry]
    dispatch: dict[str, Any] | None = None  # what they brought about, in order of meaning


class News(Shape):
    seq: int
    since: int | None = Field(description="The entry after which it begins; null for what the last act brought about.")
    dispatch: dict[str, Any] | None


class Balance(Shape):
    balance: dict[str, Any]
    luck: list[dict[str, Any]] = Field(description="By seat: rolls, successes, expected, and where 95 of 100 lie.")


class Read(Shape):
    upto: int


class Back(Shape):
    takeback: dict[str, Any]


class Tray(Shape):
    tray: dict[str, Any] | None = Field(description="The rolls that are due, one after another; null if none, or one.")


class Meant(Shape):
    event: str
    details: dict[str, Any]
    says: str = Field(description="The sentence as the referee would say it; sent as `text`, it is understood as this.")
    doubt: str = Field(description="What was misspelt, and how it was read; empty if all was clear.")
    corrected: list[list[str]]


class Foretold(Shape):
    brings: list[str] = Field(description="What would come about at once, as players say it.")
    board: list[str] = Field(description="What would be moved on the board.")
    asks: list[str] = Field(description="What would be asked then.")
    refused: str = Field(description="Why it would be refused; empty if it would not.")


class Heard(Shape):
    understood: Meant | None
    foretold: Foretold | None = Field(description="What it would bring; null where that cannot be known beforehand.")
    refused: str = Field(description="Why it is not understood, and what would do.")
    completions: list[str]


class Amendment(Shape):
    entry: int
    changes: list[dict[str, Any]]
    dropped: list[str]
    size: int
    committed: bool


OLD_FACTS: Any = Field(
    default=[], description="Facts that the odds rest on as the board told them before: fact, says, value, age."
)


class Odds(Shape):
    subject: str
    odds: dict[str, dict[str, Any]]
    one_more: dict[str, dict[str, dict[str, Any]]]  # the same with a point more, by whose point it is
    lacking: dict[str, list[str]]  # by roll, the facts to be reported before its chances can be told
    as_last_told: list[dict[str, Any]] = OLD_FACTS


class Joint(Shape):
    seat: str
    chances: dict[str, dict[str, Any]]
    at_least_one: dict[str, Any]
    all: dict[str, Any]
    expected: float
    number: dict[str, dict[str, Any]]


class Advice(Shape):
    request: int
    seat: str
    kind: str  # bid, spread, placement or choice
    aim: str  # what is reckoned
    best: Any
    lines: list[str]
    mix: list[dict[str, Any]]
    theirs: list[dict[str, Any]]
    value: float | None
    exploitable: float | None
    regret: float | None
    notes: list[str]


class Forecast(Shape):
    subject: str
    turns: list[dict[str, Any]]


class Explanation(Shape):
    subject: str
    rules: list[dict[str, Any]]
    facts: dict[str, dict[str, Any]]


class DossierSection(Shape):
    """A section of a dossier; the other fields follow from its `part`."""

    part: str = Field(description="What it is: rights, tips, odds, facts, sayings, story, sheet, level and so on.")
    title: str


class DossierBody(Shape):
    """What a book presents of a subject: the values that its page shows."""

    slug: str
    name: str
    lede: str
    mark: dict[str, Any] = Field(description="How it stands: `says` in words, `to` the seats that it stands with.")
    facts: list[tuple[str, str, str]] = Field(description="Label, value, and the query of the page that explains it.")
    wide: list[DossierSection]
    main: list[DossierSection]
    aside: list[DossierSection]


class Dossier(Shape):
    subject: str
    dossier: DossierBody
    odds: dict[str, dict[str, Any]]
    lacking: list[str]
    as_last_told: list[dict[str, Any]] = OLD_FACTS
    history: list[Entry]


class VerdictBody(Shape):
    allowed: bool
    rule: str
    reason: str
    trace: dict[str, Any]


class AllowanceBody(Shape):
    """How many more: what a limit leaves to somebody at a place."""

    limit: str
    says: str
    place: str
    nation: str
    most: int | None
    used: int
    left: int | None
    rule: str
    reason: str
    needs: list[str]
    words: str


class Rooms(Shape):
    place: str
    limits: list[AllowanceBody]


class RemarkBody(Shape):
    rule: str
    says: str


class Remarks(Shape):
    place: str
    remarks: list[RemarkBody]


class RecordPage(Shape):
    seq: int
    entries: list[Entry]


class EntryEffect(Shape):
    fact: str
    old: Any
    new: Any
    rule: str
    source: str  # rule, report, ruling, revealed, setup, option, undo
    label: str
    trace: dict[str, Any] | None = None


class EntryRule(Shape):
    rule: str
    label: str
    trace: dict[str, Any] | None = None


class EntryReasons(Shape):
    seq: int
    act: int  # the entry that it follows from
    cause: dict[str, Any]
    by: str
    says: str
    effects: list[EntryEffect]
    applied: list[EntryRule]
    held: list[EntryRule]
    sheets: list[dict[str, Any]]
    differs: str | None = Field(None, description="Where the rules, run again, would do something else.")


class Dice(Shape):
    source: str
    commitment: str | None = None
    nonce: str | None = None
    scheme: str | None = None
    asks: str | None = None
    seeded: str | None = Field(None, description="`yes` where whoever began the game could know the dice.")
    tip: str | None = Field(None, description="Of the record: two words and four letters to compare by eye.")
    live: str | None = Field(None, description="`yes` where another seat opens a value for each die.")
    drawn: dict[str, str] | None = Field(None, description="Hashes of the nonces drawn for each seat.")
    added: list[str] = Field([], description="Seats that have added a nonce of their own.")
    chains: dict[str, str] = Field({}, description="Live dice: by seat, to what its next value is hashed.")
    awaits: dict[int, str] = Field({}, description="Live dice: by request, who is to open a value.")
    verified: str = Field("", description="What the verifier says, just now.")
    over: bool = False
    agreed: list[str] = Field([], description="Seats that would close the game.")
    closed: bool = False
    key: str | None = Field(None, description="Told when the game is closed, so that anybody can check every roll.")
    retired: list[str] | None = Field(None, description="Keys in use before an end was taken back.")
