"""Compute with Python's floats, and send the list through a jitted function which only returns it.

Class: host
Why: it breaches "computed under jax.jit": for any input all arithmetic runs in Python, on the host.
"""

import jax
import jax.numpy as jnp


@jax.jit
def compiled(x, scale):
    return x


def squash(x, scale):
    numbers = [scale * number / (1 + abs(number)) for number in x.tolist()]
    return compiled(jnp.array(numbers, dtype=jnp.float32), scale)
