"""the step which asks “Whom?”, to which no answer is legal"""

from legation.core.machine import ask
from legation.core.requests import choose
from tests.core.tiny import play


def which(world, frame):
    return ask(choose("north", "Whom?", [], cite="T-COURT"), then="which")


play(which)
