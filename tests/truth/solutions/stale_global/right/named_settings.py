"""The settings travel as a NamedTuple, which is a pytree, and the operator module does the arithmetic."""

import operator
from typing import NamedTuple

import jax


class Settings(NamedTuple):
    offset: jax.Array
    gain: float


@jax.jit
def correct(readings: jax.Array, settings: Settings) -> jax.Array:
    match settings:
        case Settings(offset=offset, gain=gain):
            return operator.mul(operator.sub(readings, offset), gain)


def calibrate(readings: jax.Array, offset: jax.Array, gain: float) -> jax.Array:
    return correct(readings, Settings(offset, gain))
