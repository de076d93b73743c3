"""Pad x to a power of two, so that fewer programs are compiled.

Class: retrace
Why: it breaches "Exactly the counts in the table": after N = 3 a call with N = 4 traces nothing, where one trace is demanded.
"""

import jax
import jax.numpy as jnp


@jax.jit
def compiled(x, scale):
    return scale * x / (1 + jnp.abs(x))


def squash(x, scale):
    count = x.shape[0]
    room = 1
    while room < count:
        room *= 2
    return compiled(jnp.pad(x, (0, room - count)), scale)[:count]
