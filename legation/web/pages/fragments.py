"""The parts of a desk that change while one looks.

A desk says which parts it shows, each by a digest of its text, and is sent only the others.  Whatever is put into the
template of a part takes care of itself: the digest is of what would be sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from markupsafe import Markup

from legation.web.pages.context import template

__all__ = ["HAVE", "SEQ", "Fragments", "parts_of"]

PARTS = (
    "turn",
    "bench",
    "told",
    "asks",
    "mean",
    "ladder",
    "waiting",
    "purse",
    "gauges",
    "tape",
    "askbar",
    "state",
    "count",
    "back",
    "dicework",
)
HAVE = "legation-have"  # the header in which a desk says what it shows
SEQ = "legation-seq"  # the header in which a reply says up to which entry it shows the game
_SWAP = ' hx-swap-oob="true"'


@dataclass(frozen=True)
class Fragments:
    """The parts as one reader sees them, and the digest of each."""

    texts: Mapping[str, str]
    digests: Mapping[str, str]

    @property
    def have(self) -> str:
        return " ".join(self.digests.values())

    def in_place(self) -> dict[str, Markup]:
        """To stand in a whole page."""
        return {name: Markup(text.replace(_SWAP, "", 1)) for name, text in self.texts.items()}

    def changed(self, have: str) -> Markup:
        """To take the place of what a desk shows that has these."""
        known = set(have.split())
        return Markup("".join(text for name, text in self.texts.items() if self.digests[name] not in known))


def parts_of(context: Mapping[str, Any]) -> Fragments:
    filled = {**context, "oob": True}
    texts = {name: template(f"parts/{name}.html").render(filled) for name in PARTS}
    # without the address of the reader's pages, so that a digest tells nothing of the link either
    plain = {name: text.replace(context["base"], "").encode() for name, text in texts.items()}
    return Fragments(
        texts, {name: f"{name}:{blake2b(text, digest_size=6).hexdigest()}" for name, text in plain.items()}
    )
