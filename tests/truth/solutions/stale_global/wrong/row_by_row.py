"""A Python loop calls the jitted function for each row, so a new N is not traced.
Class: retrace
Why: "Exactly the counts in the table".
"""

import jax
import jax.numpy as jnp


@jax.jit
def correct(row, offset, gain):
    return (row - offset) * gain


def calibrate(readings, offset, gain):
    return jnp.stack([correct(row, offset, gain) for row in readings])
