"""T-INCOME sets gold.north to 21; it is a whole number from 0 to 20"""

from legation.core.facts import Change
from legation.core.machine import done
from tests.core.tiny import play


def rich(world, frame):
    return done([Change("gold.north", 5, 21, "T-INCOME")])


play(rich)
