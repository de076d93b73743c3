"""Passes the settings as a NamedTuple, which is a pytree."""

from typing import NamedTuple

import jax
from jax import Array


class Settings(NamedTuple):
    offset: Array
    gain: float

    def apply(self, readings: Array) -> Array:
        return (readings - self.offset) * self.gain


@jax.jit
def correct(readings: Array, settings: Settings) -> Array:
    return settings.apply(readings)


def calibrate(readings: Array, offset: Array, gain: float) -> Array:
    return correct(readings, Settings(offset, gain))
