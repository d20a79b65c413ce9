"""the bespoke rule T-END has no docstring (in odd)"""

from legation.core.rules import bespoke


@bespoke("T-END", reads=[])
def odd(world):
    return []
