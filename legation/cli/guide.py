"""The guide: puts one request after another to the seats at a keyboard, and answers their keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from shlex import split
from typing import Any

from rich.console import RenderableType
from rich.text import Text

import legation
from legation.cli import render, viewing
from legation.cli.answer import amendment_parts, at_keyboard, corrected, is_sentence, understood_parts
from legation.cli.fill import blank_parts, filled_in
from legation.cli.fill import told as sheets_told
from legation.cli.output import sentence
from legation.cli.rules import rule_data, rule_parts
from legation.cli.sheet import balance_parts, sheet_parts
from legation.cli.show import actions_of, allowance_parts, dossier_parts, explain_parts, odds_of, remark_parts
from legation.cli.terminal import KeyboardClosed, Terminal
from legation.cli.typed import NO, YES, answer_of, asked_value, pairs, reported, seat_title, value_of
from legation.core import acts
from legation.core.acting import amendment_of
from legation.core.acts import Act, Who
from legation.core.chronicle import chronicle
from legation.core.errors import BadRecord, LegationError, Refused
from legation.core.facts import Choice
from legation.core.game import UMPIRE, Game
from legation.core.inquiries import allowances_of, has_questions, remarks_of, verdict_of
from legation.core.intents import Intent, send_intents
from legation.core.rehearsal import foretold
from legation.core.requests import QUIET, TABLE, Request
from legation.core.sentences import Understood
from legation.core.shortened import brief
from legation.core.sight import Sight, continued, understood
from legation.core.thresholds import asked_as
from legation.core.to_json import whole
from legation.core.voice import show_value
from legation.core.words import capital
from legation.play.bots import Bot, play_bots

__all__ = ["Guide"]

KEYS = (
    ("?", "why: the rules behind this question, or `? COUNTRY`; `? ENTRY` of an entry that h shows"),
    ("o", "odds of the country in question, or `o COUNTRY`"),
    ("s", "`s COUNTRY` shows its dossier; `s` all countries"),
    ("r", "report what happened on the board: `r` and a sentence, `r fact=value`, or `r attack ...`"),
    ("w", "what is due this turn, for the nation in question; `w all` for everybody"),
    ("m", "may it be done: `m NATION ACTION PLACE`, and by what means if that matters"),
    ("l", "`l PLACE`: the limits in use there, and what is to be remembered"),
    ("x", "`x RULE-ID` shows a rule"),
    ("h", "the last changes, with their rules"),
    ("all", "of a die: roll all that are due, where Legation may; or type several faces in a row"),
    ("f", "fill in a sheet at once: `f` shows those of the seat in question, `f SHEET row=value …` fills one in"),
    ("quiet", "of a report: nothing has changed"),
    ("u", "undo the last act"),
    ("a", "amend an old entry: `a ENTRY VALUE`, or `a ENTRY name=value` for a report or an event"),
    ("q", "quit; the game is saved"),
)
HINT = "? why   o odds   s COUNTRY   w what is due   r report   h history   u undo   q quit   k all keys"


SENTENCE = 3  # words; what is shorter is an answer


class Guide:
    """Leads the seats at one keyboard through a game."""

    def __init__(
        self, game: Game, terminal: Terminal, seats: set[str] | None = None, bots: Mapping[str, Bot] | None = None
    ) -> None:
        self.game = game
        self.terminal = terminal
        self.bots = bots or {}
        self.seats = seats  # None: all of them sit here
        if seats is None and self.bots:
            self.seats = set(game.book.seats) - set(self.bots)
        self.seen = len(game.record)  # when the phase began
        self.told = self.seen  # what has been told of it
        self.phase = ""
        self.subject = ""
        self.seat: str | None = None
        self.sheets: dict[str, tuple[Intent, ...]] = {}  # as they were filled in at this keyboard
        self.keys: dict[str, Callable[[str], None]] = {
            "?": self.why,
            "o": self.odds,
            "s": self.show,
            "r": self.report,
            "w": self.due,
            "m": self.may,
            "l": self.limits,
            "x": self.rule,
            "h": self.history,
            "f": self.fill,
            "u": self.undo,
            "a": self.amend,
            "k": self.help,
        }

        if terminal.live:
            terminal.offer(self.completed)

    def completed(self, line: str) -> list[str]:
        """How a sentence on the line, be it alone or after the key r, can go on."""
        key, text = ("r ", line[2:]) if line.startswith("r ") else ("", line)
        return [key + whole for whole in continued(self.game, text, self.viewer)]

    # -- the game
    def run(self) -> None:
        """Until the game is over, nothing is asked of these seats, or somebody quits."""
        self.print(Text(HINT, style="dim"))
        try:
            while not self.game.over:
                self.let_bots_move()
                if send_intents(self.game, self.sheets):
                    continue
                self.tell_changes()
                mine = [r for r in self.game.requests() if self.sits_here(r.seat)]
                if not mine:
                    waiting = ", ".join(dict.fromkeys(seat_title(self.game.book, r.seat) for r in self.game.requests()))
                    self.print(Text(f"Waiting for {waiting}."))
                    return
                self.put(mine[0])
        except KeyboardClosed:
            self.print(Text("Saved."))
            return
        self.tell_changes()
        for part in balance_parts(self.game, self.viewer):
            self.print(part)

    def sits_here(self, seat: str) -> bool:
        """Who is at the keyboard; it also rolls and looks at the board for bots."""
        return self.seats is None or seat in self.seats or seat == TABLE or seat in self.bots

    def let_bots_move(self) -> None:
        """What the bots do, and why, in a line each."""
        if not self.bots:
            return
        for entry in play_bots(self.game, self.bots):
            if entry.act and entry.by in self.bots:
                line = chronicle(viewing.Sight(self.game, TABLE)).lines[entry.seq - 1]
                why = f" ({line.reason})" if line.reason else ""
                self.print(Text(line.text + why, style="cyan"))

    def tell_changes(self) -> None:
        """What the last act changed; after a phase, all that it changed and why, and the new heading."""
        if self.game.phase == self.phase:
            self.print_all(render.dispatch_view(self.game, self.told))
            self.told = len(self.game.record)
            return
        if self.phase:
            self.print_all(render.dispatch_view(self.game, self.seen, "What changed and why"))
        self.seen = self.told = len(self.game.record)
        self.phase = self.game.phase
        self.print(render.heading(self.game))

    def put(self, request: Request) -> None:
        """Put one request to its seat until it is answered, or something else has changed the game."""
        secret = request.kind == "sealed" and (self.seats is None or len(self.seats) > 1)
        self.subject, self.seat = request.subject or self.subject, request.seat
        who = seat_title(self.game.book, request.seat)
        if secret:
            self.terminal.clear()
            self.command(self.terminal.line(f"Pass the keyboard to {who}, then press Enter. "))
            self.terminal.clear()
        self.print(render.request_view(self.game, request, numbered=True))
        try:
            while request.id in self.game.state.requests:
                if self.ask(request, hidden=secret):
                    break
        finally:
            if secret:
                self.terminal.clear()
        if secret and request.id not in self.game.state.requests:
            self.print(Text(f"The answer of {who} is sealed."))

    def ask(self, request: Request, *, hidden: bool) -> bool:
        """One line of a person; whether it changed the game."""
        before = len(self.game.record)
        try:
            if request.kind == "report":
                value = self.report_answer(request)
            else:
                text = self.terminal.line(f"{request.seat}{' (hidden)' if hidden else ''}> ", hidden=hidden)
                if self.command(text) or self.rolled(request, text) or (not hidden and self.said(text)):
                    return len(self.game.record) != before
                value = self.read(request, text)
            if value is not None:
                self.act(acts.Answer(request.id, value))
        except BadRecord as error:
            self.reopen(error)
            return True
        except LegationError as error:
            self.refuse(error)
        return len(self.game.record) != before

    def rolled(self, request: Request, text: str) -> bool:
        """Whether a line throws several dice: `all`, or faces in a row."""
        words = text.split()
        thrown = [face for word in words if (face := whole(word)) is not None]
        if request.kind != "roll" or not (words == ["all"] or (len(words) > 1 and len(thrown) == len(words))):
            return False
        faces = tuple(("", face) for face in thrown)
        self.act(acts.Rolls(faces, rest=not faces))
        return True

    def act(self, act: Act, seat: str | None = None) -> None:
        self.game.perform(act, at_keyboard(self.game, seat, self.bots))

    def read(self, request: Request, text: str) -> Any:
        """A typed line as an answer; None if nothing was typed."""
        if not text:
            if request.kind == "confirm" and request.legal == [True]:
                return True
            self.print(Text("Type an answer, or k for the keys.", style="dim"))
            return None
        if request.kind == "confirm" and text.lower() not in (*YES, *NO):
            raise Refused("answer yes or no (y or n)" if len(request.legal) > 1 else "press Enter, or type yes")
        numbered = request.kind in ("choose", "sealed") and not all(isinstance(v, int) for v in request.legal)
        if numbered and not request.among and (chosen := whole(text)) is not None:
            if not 1 <= chosen <= len(request.legal):
                raise Refused(f"there is no answer {text}; they are numbered 1 to {len(request.legal)}")
            return request.legal[chosen - 1]
        return answer_of(request, text.split() if request.among else [text], self.game.world.schema)

    def report_answer(self, request: Request) -> dict[str, Any] | str | None:
        """Ask for each fact in turn; an empty line keeps what was last reported, `quiet` says so of all the rest."""
        schema = self.game.world.schema
        found: dict[str, Any] = {}
        for key in request.facts:
            spec, last = schema.spec(key), self.game.world.last(key)
            options = spec.domain.options if isinstance(spec.domain, Choice) else ()
            threshold = request.thresholds.get(key)
            wanted = "yes, no, or the number" if threshold else spec.domain
            hint = f" [{show_value(last)}]" if last is not None else f" ({wanted})"
            while True:
                text = self.terminal.line(f"{capital(asked_as(spec.says, threshold))}{hint}: ")
                if not text and last is not None:
                    break
                if text.lower() == QUIET:
                    return QUIET
                before = len(self.game.record)
                if text not in options and self.command(text):
                    if len(self.game.record) != before:
                        return None
                    continue
                if not text:
                    self.print(Text(f"Type {wanted}, or k for the keys.", style="dim"))
                    continue
                try:
                    value = asked_value(request, key, text, schema)
                    if not (threshold and isinstance(value, bool)):
                        schema.check(key, value)
                except LegationError as error:
                    self.refuse(error)
                    continue
                found[key] = value
                break
        return found

    # -- keys
    def command(self, text: str) -> bool:
        """Carry out a key, if it is one."""
        word, _, rest = text.partition(" ")
        if word.startswith("?") and len(word) > 1:
            word, rest = "?", text[1:]
        if word.lower() in ("q", "quit", "exit"):
            raise KeyboardClosed
        action = self.keys.get(word.lower() if word != "?" else word)
        if action is None:
            return False
        try:
            action(rest.strip())
        except BadRecord as error:
            self.reopen(error)
        except LegationError as error:
            self.refuse(error)
        return True

    def about(self, rest: str) -> str:
        """The country a key is about: the one named, else the one in question."""
        if rest:
            return self.game.book.resolve(rest)
        if not self.subject:
            raise Refused("say which country, such as: " + ", ".join(list(self.game.book.subjects().values())[:3]))
        return self.subject

    def why(self, rest: str) -> None:
        if (entry := whole(rest)) is not None:
            self.print_all(render.why_view(self.game, self.game.why(entry, self.viewer or TABLE)))
            return
        request = next((r for r in self.game.requests() if r.seat == self.seat), None)
        if not rest and request is not None:
            self.print_all(rule_parts(rule_data(request.cite, self.game.book)))
            if request.why:
                self.print(Text(capital(request.why) + ".", style="dim"))
            if not request.subject:
                return
            rest = request.subject
        world = viewing.world_for(self.game, self.viewer)
        self.print_all(explain_parts(self.game, world, self.game.book.explain(world, self.about(rest))))

    def odds(self, rest: str) -> None:
        world = viewing.world_for(self.game, self.viewer)
        self.print_all(render.odds_view(odds_of(self.game, world, self.about(rest))))

    def show(self, rest: str) -> None:
        sight = viewing.Sight(self.game, self.viewer or TABLE)
        if rest:
            self.print_all(dossier_parts(self.game, sight.named(rest), self.viewer))
            return
        self.print(render.overview_table(sight))

    @property
    def viewer(self) -> str | None:
        """Whose eyes the keys use: at a shared screen, what lies open to all."""
        return next(iter(self.seats)) if self.seats is not None and len(self.seats) == 1 else None

    def report(self, rest: str) -> None:
        if is_sentence(rest.split()) and rest.split()[0] not in self.game.book.events:
            if not self.tell(understood(self.game, rest, self.viewer)):
                return
        elif not self.told_by_name(split(rest) or self.asked_report()):
            return
        self.print_all(render.dispatch_view(self.game, self.told, whole=True))
        self.told = len(self.game.record)

    def tell(self, meant: Understood) -> bool:
        """A sentence, as it was understood, is sent if it is meant; whether it was."""
        self.print_all(understood_parts(meant, foretold(Sight(self.game, self.viewer or TABLE), meant)))
        if self.terminal.line("Tell the referee? (yes or no) ").lower() not in YES:
            return False
        self.act(acts.Event(meant.event, meant.details))
        return True

    def said(self, text: str) -> bool:
        """Whether a line is a sentence about the board, which is then told."""
        if len(text.split()) < SENTENCE:
            return False
        try:
            meant = understood(self.game, text, self.viewer)
        except Refused:
            return False
        self.tell(meant)
        return True

    def told_by_name(self, words: list[str]) -> bool:
        """An event by its name, a sentence, or facts; nothing if nothing was typed."""
        if not words:
            return False
        if is_sentence(words) and words[0] not in self.game.book.events:
            return self.tell(understood(self.game, " ".join(words), self.viewer))
        if words[0] in self.game.book.events:
            self.act(acts.Event(words[0], pairs(words[1:] or self.asked_details(words[0]))))
        else:
            self.act(reported(words, self.game.world.schema))
        return True

    def asked_report(self) -> list[str]:
        for name, event in self.game.book.events.items():
            self.print(Text(f"  {name}: {event.says}"))
        if self.game.book.example:
            self.print(Text(f"  or a sentence, such as: {self.game.book.example}", style="dim"))
        self.print(Text("  or fact=value", style="dim"))
        return self.terminal.line("report> ").split()

    def asked_details(self, name: str) -> list[str]:
        """The details of an event one by one; an empty line leaves one out."""
        found = []
        for detail, meaning in self.game.book.events[name].takes.items():
            if text := self.terminal.line(f"{detail} ({meaning}): "):
                found.append(f"{detail}={text}")
        return found

    def rule(self, rest: str) -> None:
        if not rest:
            raise Refused("say which rule, such as: x " + next(iter(self.game.book.registry.declared)))
        self.print_all(rule_parts(rule_data(rest, self.game.book)))

    def history(self, rest: str) -> None:
        asked = whole(rest)
        most = 12 if asked is None else asked
        entries = viewing.entries_since(self.game, max(0, len(self.game.record) - most))
        told = [e for e in entries if "setup" not in e["cause"]]
        self.print_all(render.history_view(self.game, told, labels=True) or [Text("Nothing has happened yet.")])

    def undo(self, rest: str) -> None:
        self.sheets = {}  # what is taken back is not carried out again by itself
        try:
            self.act(acts.Undo())
        except Refused as refused:
            if "umpire" not in str(refused):
                raise
            self.refuse(refused)
            reason = rest or self.terminal.line("Reason for a ruling that takes it back (empty: leave it): ")
            if not reason:
                return
            self.act(acts.Undo(reason=reason), UMPIRE)
        self.phase = ""
        self.print(Text("Taken back.", style="bold"))

    def fill(self, rest: str) -> None:
        seat = self.seat if self.seat in self.game.book.seats else None
        seat = seat or next((s for s in self.game.book.seats if self._asked_by_sheet(s)), None)
        if seat is None or not self.sits_here(seat):
            raise Refused("nobody here has a sheet to fill in now")
        sheet, *words = split(rest) or [""]
        if not sheet:
            self.print_all(blank_parts(sheets_told(self.game, seat)))
            return
        intent = filled_in(self.game, seat, sheet, words, rolls=True)
        kept = tuple(i for i in self.sheets.get(seat, ()) if i.sheet != sheet)
        self.sheets[seat] = (*kept, intent)
        send_intents(self.game, self.sheets)

    def _asked_by_sheet(self, seat: str) -> bool:
        return self.sits_here(seat) and any(blank.answers for blank in viewing.Sight(self.game, seat, (seat,)).blanks)

    def due(self, rest: str) -> None:
        mine = None if rest or self.seat in (None, TABLE, UMPIRE) else self.seat
        self.print_all(sheet_parts(self.game, mine))

    def may(self, rest: str) -> None:
        words = rest.lower().split()
        if len(words) not in (3, 4):
            raise Refused(f"say who, what and where: m NATION ACTION PLACE [MEANS]; {actions_of(self.game.book)}")
        means = value_of(words[3]) if len(words) == 4 else None
        world = viewing.world_for(self.game, self.viewer)
        verdict = verdict_of(self.game.book, world, words[0], words[1], words[2], means)
        self.print(render.trace_tree(self.game, brief(verdict.trace)))

    def limits(self, rest: str) -> None:
        book, place = self.game.book, rest.strip()
        has_questions(book, "limits")
        if not place:
            raise Refused("say which place: l PLACE")
        world = viewing.world_for(self.game, self.viewer)
        self.print_all(allowance_parts(self.game, allowances_of(book, world, place)))
        self.print_all(remark_parts(remarks_of(book, world, place)))

    def amend(self, rest: str) -> None:
        number, *words = split(rest) or [""]
        entry = whole(number)
        if entry is None or not words:
            raise Refused("say which entry, and what it should have been: a ENTRY VALUE; h shows the entries")
        reason = self.terminal.line("Reason (empty: leave it): ")
        if not reason:
            return
        wanted = acts.Amend(entry, corrected(self.game, entry, words), reason)
        amendment = amendment_of(self.game, wanted, Who.of(UMPIRE))
        self.print_all(amendment_parts(self.game, amendment))
        if self.terminal.line("Make it so? (yes or no) ").lower() in YES:
            amendment.commit()
            self.seen = self.told = len(self.game.record)
            self.print(Text("It is so now; the record keeps both.", style="bold"))

    def help(self, rest: str) -> None:
        for key, words in KEYS:
            self.print(Text.assemble((f"  {key}  ", "green"), words))

    # -- the screen
    def print(self, part: RenderableType) -> None:
        self.terminal.console.print(part)

    def print_all(self, parts: Iterable[RenderableType]) -> None:
        for part in parts:
            self.print(part)

    def refuse(self, error: LegationError) -> None:
        self.print(Text(sentence(error), style="bold red"))

    def reopen(self, error: BadRecord) -> None:
        """Somebody else wrote to the file: go on from there."""
        path = self.game.record.path
        if path is None:
            raise error
        self.game = legation.open_game(path)
        self.phase = ""
        self.print(Text("The game has gone on elsewhere; here is how it stands now.", style="bold"))
