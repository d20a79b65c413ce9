"""the step around never comes to a request"""

from legation.core.machine import go
from tests.core.tiny import play


def around(world, frame):
    return go("around")


play(around)
