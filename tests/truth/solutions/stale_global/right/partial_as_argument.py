"""The settings are bound by jax.tree_util.Partial, which is a pytree and goes in as an argument."""

import jax
from jax.tree_util import Partial


def correct(offset, gain, readings):
    return (readings - offset) * gain


@jax.jit
def call(function, readings):
    return function(readings)


def calibrate(readings, offset, gain):
    return call(Partial(correct, offset, gain), readings)
