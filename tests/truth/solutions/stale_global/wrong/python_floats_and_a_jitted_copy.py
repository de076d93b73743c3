"""Plain Python floats do the arithmetic, in double precision; the jitted function only multiplies the list's array by 1.
Breaks "All of the arithmetic has to run in a function made by `jax.jit`".
Class: host
"""
import jax
import jax.numpy as jnp


@jax.jit
def copy(readings, ready):
    return ready * 1.0 + 0.0 * readings.shape[0]


def calibrate(readings, offset, gain):
    offset = offset.tolist()
    rows = [[(number - shift) * gain for number, shift in zip(row, offset)] for row in readings.tolist()]
    return copy(readings, jnp.array(rows, jnp.float32))
