"""Case files: tests of rules in YAML that a player can read and dispute.

A file holds documents; each is one case, or a table of cases with a head and rows.  A case names the rules it is about,
the facts that are given, the dice, what is done and what must follow.  It passes only if the engine really consulted
every rule it names.  The vocabulary is described in docs/case-files.md.
"""

from legation.core.cases.by_rule import cases_by_rule
from legation.core.cases.expecting import CHECKS
from legation.core.cases.outcomes import Outcome, printed, run_document, run_file, run_paths
from legation.core.cases.reading import Document, case_files, documents, parse
from legation.core.cases.understanding import Case
from legation.core.cases.words import EXAMPLE, FINISHED, KEYS, REQUEST_KEYS, SELECTORS, VERBS, BadCase

__all__ = [
    "CHECKS",
    "EXAMPLE",
    "FINISHED",
    "KEYS",
    "REQUEST_KEYS",
    "SELECTORS",
    "VERBS",
    "BadCase",
    "Case",
    "Document",
    "Outcome",
    "case_files",
    "cases_by_rule",
    "documents",
    "parse",
    "printed",
    "run_document",
    "run_file",
    "run_paths",
]
