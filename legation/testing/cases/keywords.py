"""The words of case files: keys, verbs, selectors, and what a case that cannot be run raises."""

from __future__ import annotations

from legation.core.errors import LegationError

FINISHED = "finished.yaml"  # not a case: what coverage must not lose
ARROW = "->"
BEGIN = "game"  # `run: game` begins where the book begins
MOST_PASSES = 500

TABLE_KEYS = ("table", "die", "head", "rows")
KEYS = ("name", "note", "rules", "book", "scenario", "edition", "options", "given", "dice", "when", "then", *TABLE_KEYS)
EXAMPLE = "example"  # in a ledger, the kind of a worked example: it is a case file, and declared nowhere else
MARKS = ("applied", "held")  # which rules were consulted: what no player sees
SELECTORS = ("seat", "cite", "kind", "subject")
VERBS: dict[str, tuple[str, ...] | None] = {  # what may stand beside the verb of a step; None: parameters of the book
    "run": None,
    "event": None,
    "say": ("seat", "refused"),
    "answer": (*SELECTORS, "refused"),
    "answers": ("refused",),
    "report": ("seat", "refused"),
    "rule": ("reason", "refused"),
    "undo": ("seat", "reason", "refused"),
    "pass": ("seat", "until"),
    "decline": ("seat", "until"),
}
REQUEST_KEYS = ("seat", "kind", "cite", "subject", "prompt", "legal", "offers", "lacks", "odds", "worth", "facts")
MAY_KEYS = ("nation", "action", "place", "with", "allowed", "rule", "says")


class BadCase(LegationError):
    """A case that cannot be run as it is written; the place and one sentence."""

    def __init__(self, message: str, place: str = "") -> None:
        self.message = message
        super().__init__(f"{place}: {message}" if place else message)


class Failed(LegationError):
    """A step of a case did not go as written; `broke` if its rules clash."""

    def __init__(self, message: str, broke: bool = False) -> None:
        self.broke = broke
        super().__init__(message)
