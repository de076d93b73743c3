"""The formula of one row, mapped over the rows inside of a single jitted function that is `calibrate` itself."""

import functools

import jax


def calibrate_row(offset, gain, row):
    return (row - offset) * gain


calibrate = jax.jit(
    lambda readings, offset, gain: jax.vmap(functools.partial(calibrate_row, offset, gain))(readings)
)
