"""A list of (operator, operand) steps is folded over the readings by functools.reduce; operands are arguments, operators aren't."""
import functools
import operator

import jax

OPERATORS = (operator.sub, operator.mul)


@jax.jit
def run(readings, *operands):
    steps = zip(OPERATORS, operands, strict=True)
    return functools.reduce(lambda value, step: step[0](value, step[1]), steps, readings)


def calibrate(readings, offset, gain):
    return run(readings, offset, gain)
