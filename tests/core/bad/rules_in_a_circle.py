"""these rules chase one another without end: T-WHEN-RESCUE, T-WHEN-TORN"""

from legation.core.expr import truth
from legation.core.facts import World
from legation.core.rules import Rule, sets
from legation.core.sweeps import sweep
from tests.core.tiny import SCHEMA

PACT = truth("pact")
sweep(
    World(SCHEMA),
    [
        Rule("on", "T-WHEN-TORN", ~PACT, (sets("pact", True),)),
        Rule("off", "T-WHEN-RESCUE", PACT, (sets("pact", False),)),
    ],
)
