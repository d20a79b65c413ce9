"""two steps are called 'tern.turn' (in __main__)"""

from legation.core.machine import Steps, done

steps = Steps()


@steps.step("tern.turn")
def one(world, frame):
    return done()


@steps.step("tern.turn")
def two(world, frame):
    return done()
