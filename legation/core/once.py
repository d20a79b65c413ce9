"""A world looked at again and again for one question: what takes long to work out is worked out once."""

from __future__ import annotations

from typing import Any

__all__ = ["Supposed", "once"]


class LookOnce:
    """What reads a world and remembers the value of every named or laborious node; nothing may change meanwhile."""

    __slots__ = ("_known", "_look", "among", "any_among", "found_among", "house", "note", "present", "rank", "read")

    def __init__(self, look: Any) -> None:
        self._look = look
        self._known: dict[Any, Any] = {}
        self.read, self.rank, self.present = look.read, look.rank, look.present
        self.among, self.any_among, self.found_among = look.among, look.any_among, look.found_among
        self.house, self.note = look.house, look.note

    def recall(self, node: Any) -> Any:
        known = self._known
        if node not in known:
            known[node] = node.work(self)
        return known[node]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._look, name)


class Supposed(LookOnce):
    """The same world with one fact as it might be: what does not read that fact is as it was."""

    __slots__ = ("_base", "_key")

    def __init__(self, base: Any, key: str, value: Any) -> None:
        super().__init__(base.scoped(**{key: value}))
        self._base, self._key = base, key

    def recall(self, node: Any) -> Any:
        apart = self._base.recall is not None and self._key not in node.rests_on
        return self._base.recall(node) if apart else super().recall(node)


def once(look: Any) -> Any:
    """A look that works out nothing twice, unless it remembers already in a way of its own."""
    return look if look.recall is not None else LookOnce(look)
