"""Hands a NamedTuple of settings to a jitted function that maps a one-row formula over the rows."""

from typing import NamedTuple

import jax


class Settings(NamedTuple):
    offset: jax.Array
    gain: float


@jax.jit
def correct(settings: Settings, readings: jax.Array) -> jax.Array:
    def one_row(row):
        return (row - settings.offset) * settings.gain

    return jax.vmap(one_row)(readings)


def calibrate(readings: jax.Array, offset: jax.Array, gain: float) -> jax.Array:
    return correct(Settings(offset=offset, gain=gain), readings)
