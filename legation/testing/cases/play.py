"""Doing what a case says, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from legation.core.errors import Clash, LegationError, NotYours, Refused
from legation.core.facts import Change, Origin
from legation.core.machine import Draft, Frame
from legation.core.requests import TABLE, can_be_passed, least_answer
from legation.core.sentences import understand
from legation.testing.cases.expecting import CHECKS, Expectations, expected_facts, plain_facts, selected
from legation.testing.cases.keywords import MARKS, MOST_PASSES, SELECTORS, BadCase, Failed
from legation.testing.cases.understanding import mapping, one_word, refusal, verb_of


class CasePlay(Expectations):
    """`run` does what a trial says and returns what differs."""

    def run(self, *, marks: bool = True) -> list[str]:
        """Do it; without `marks`, only what a player could see is compared."""
        schema = self.game.world.schema
        self._give(plain_facts(self.book, schema, self.trial.given))
        facts = expected_facts(self.book, schema, self.trial.then)
        self._do(self.trial.events, "given events")
        self.begun = len(self.game.record)
        self._do(self.trial.when, "when")
        if self.trial.table is not None:
            self._sheet = self.sheet  # the case is about this table, whatever it expects of it
        problems = list(self._differing(facts))
        for key, check in CHECKS.items():
            if key in self.trial.then and (marks or key not in MARKS):
                problems += check(self, self.trial.then[key])
        problems += self._loose_ends()
        return problems

    # -- given
    def _give(self, facts: Mapping[str, Any]) -> None:
        world = self.game.world
        clock = world.schema.clock
        keys = sorted(facts, key=lambda k: k != clock)  # the clock first: what is given is news of that turn
        anew = world.schema.ageing if clock in facts else ()  # or it would be as old as the set-up
        changes = [Change(k, world.get(k), facts[k]) for k in keys if k in anew or world.get(k) != facts[k]]
        if changes:
            world = world.with_changes(changes, Origin("given", len(self.game.record) + 1))
            draft = Draft({"given": dict(facts)}, effects=changes)
            self.game.finish(self.game.state.on(world, facts), draft, run=False)

    # -- when
    def _do(self, steps: Iterable[Mapping[str, Any]], where: str) -> None:
        for number, step in enumerate(steps, 1):
            verb = verb_of(step)
            assert verb is not None
            place = f"step {number} of {where} ({verb}: {step[verb]})"
            wanted = step.get("refused")
            try:
                getattr(self, f"_{verb}")(step)
            except (Refused, NotYours) as error:
                if not wanted:
                    raise Failed(f"{place} was refused: {error}") from None
                rule, says = refusal(wanted, self.book)
                if rule is not None and getattr(error, "rule", None) != rule:
                    raise Failed(f"{place}: expected a refusal by {rule}, got: {error}") from None
                if says.lower() not in str(error).lower():
                    raise Failed(f"{place}: expected a refusal that says {says!r}, got: {error}") from None
            except BadCase:
                raise
            except LegationError as error:
                raise Failed(f"{place}: {error}", isinstance(error, Clash)) from None
            else:
                if wanted:
                    raise Failed(f"{place}: expected a refusal, but it was accepted")

    def _run(self, step: Mapping[str, Any]) -> None:
        if self.game.requests():
            raise Failed(f"nothing can be run while something is asked: {self._open_now()}")
        params = {k: v for k, v in step.items() if k not in ("run", "refused")}
        procedure = self.book.procedures.get(step["run"])
        frames = (Frame(procedure.step, params),) if procedure else self.book.start(self.game.scenario)
        self.game.finish(self.game.state.but(stack=frames), Draft({"run": step["run"], **params}))

    def _event(self, step: Mapping[str, Any]) -> None:
        details = {k: v for k, v in step.items() if k not in ("event", "seat", "refused")}
        self.game.event(step["event"], seat=step.get("seat", TABLE), **details)

    def _say(self, step: Mapping[str, Any]) -> None:
        found = understand(self.book, self.game.world, str(step["say"]))
        if found.doubt:
            raise Refused(f"did you mean: {found.says}?")
        self.game.event(found.event, seat=step.get("seat", TABLE), **found.details)

    def _report(self, step: Mapping[str, Any]) -> None:
        self.game.report(mapping(step["report"], "report"), seat=step.get("seat", TABLE))

    def _rule(self, step: Mapping[str, Any]) -> None:
        self.game.rule(mapping(step["rule"], "rule"), step.get("reason", ""))

    def _undo(self, step: Mapping[str, Any]) -> None:
        self.game.undo(seat=step.get("seat", "umpire"), reason=step.get("reason", ""))

    def _answer(self, step: Mapping[str, Any]) -> None:
        self._reply(step["answer"], {key: step[key] for key in SELECTORS if key in step})

    def _answers(self, step: Mapping[str, Any]) -> None:
        for seat, value in mapping(step["answers"], "answers").items():
            self._reply(value, {"seat": seat})

    def _reply(self, value: Any, select: Mapping[str, str]) -> None:
        fitting = [r for r in self.game.requests() if selected(r, select)]
        if len(fitting) > 1 and "seat" in select:
            fitting = [r for r in fitting if r.seat == select["seat"]] or fitting
        if len(fitting) != 1:
            why = "nothing is asked that this could answer" if not fitting else "this could answer several requests"
            hint = f"; tell them apart by {', '.join(SELECTORS)}" if fitting else ""
            raise Failed(f"{why}; open: {self._open_now()}{hint}")
        request = fitting[0]
        if request.kind == "report" and isinstance(value, dict):
            said = mapping(value, "a report")
            yes_no = {key: v for key, v in said.items() if key in request.thresholds and isinstance(v, bool)}
            rest = {key: v for key, v in said.items() if key not in yes_no}
            value = plain_facts(self.book, self.game.world.schema, rest) | yes_no
        elif one_word(value) in request.legal:
            value = one_word(value)
        self.game.answer(request.id, value, seat=select.get("seat", request.seat))

    def _pass(self, step: Mapping[str, Any]) -> None:
        """Say no to everything that can be declined, and nod where only a nod is possible."""
        who = step.get("pass", step.get("decline"))
        seat = step.get("seat", who if who not in (True, "all") else None)
        for _ in range(MOST_PASSES):
            requests = self.game.requests()
            if step.get("until") in [r.cite for r in requests]:
                return
            request = next((r for r in requests if seat in (None, r.seat) and can_be_passed(r)), None)
            if request is None:
                return
            self.game.answer(request.id, least_answer(request), seat=request.seat)
        raise Failed(f"after {MOST_PASSES} passes there is still something to pass: {self._open_now()}")

    _decline = _pass
