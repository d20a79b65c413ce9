"""The examples on the page of the API: written with slots, and filled with words of the first book."""

from __future__ import annotations

from typing import Any

from legation.core.book import Book
from legation.core.facts import Count, Teller

__all__ = ["filled"]

EXAMPLES = ("example", "examples")


def filled(schema: dict[str, Any], book: Book) -> dict[str, Any]:
    """The schema with every `{slot}` of its examples filled."""
    words = words_of(book)

    def walk(value: Any, inside: bool) -> Any:
        if isinstance(value, dict):
            told = {
                (_fill(key, words) if inside else key): walk(v, inside or key in EXAMPLES) for key, v in value.items()
            }
            return told
        if isinstance(value, list):
            return [walk(part, inside) for part in value]
        return _fill(value, words) if inside and isinstance(value, str) else value

    found: dict[str, Any] = walk(schema, False)
    return found


def _fill(text: str, words: dict[str, str]) -> str:
    return words.get(text.removeprefix("{").removesuffix("}"), text) if text.startswith("{") else text


def words_of(book: Book) -> dict[str, str]:
    """A game's words for the slots: a seat, two countries, something that the board tells, and a deed."""
    scenario = next(iter(book.scenarios))
    countries = list(book.subjects())
    families = [f for f in book.schema(scenario).families if f.told_by is Teller.BOARD and isinstance(f.domain, Count)]
    event = next(iter(book.events), "")
    detail = next(iter(book.events[event].takes), "") if event else ""
    return {
        "book": book.name,
        "scenario": scenario,
        "seat": book.seats[0],
        "country": countries[0] if countries else "",
        "other country": countries[-1] if countries else "",
        "fact": next((key for family in families for key in family.keys()), ""),  # noqa: SIM118 - a family is no mapping
        "event": event,
        "detail": detail,
        "sentence": book.example,
        "rule": next(iter(book.registry.declared), ""),
    }
