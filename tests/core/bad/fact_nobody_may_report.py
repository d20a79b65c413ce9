"""the step ask_debt needs debt, which no rule has set and nobody may report"""

from legation.core.expr import amount, number
from tests.core.tiny import play


def ask_debt(world, frame):
    return amount(number("debt"), world)


play(ask_debt)
