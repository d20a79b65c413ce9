"""Case files: tests of rules in YAML that a player can read and dispute.

A file holds documents; each is one case, or a table of cases with a head and rows.  A case names the rules it is about,
the facts that are given, the dice, what is done and what must follow.  It passes only if the engine really consulted
every rule it names.  The vocabulary is described in docs/case-files.md.
"""

from legation.testing.cases.expecting import CHECKS
from legation.testing.cases.keywords import EXAMPLE, FINISHED, KEYS, REQUEST_KEYS, SELECTORS, VERBS, BadCase
from legation.testing.cases.outcomes import Outcome, printed, run_document, run_file, run_paths
from legation.testing.cases.reading import Document, case_files, cases_of, documents, parse
from legation.testing.cases.understanding import Case

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
    "cases_of",
    "documents",
    "parse",
    "printed",
    "run_document",
    "run_file",
    "run_paths",
]
