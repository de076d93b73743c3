"""A jitted function that asks Python for the numbers.

Class: host
Why: It breaches "no callbacks into Python": jax.pure_callback computes the answer on the host.
"""

import array

import jax
import jax.numpy as jnp


def on_host(x, scale):
    s = float(scale)
    return array.array("f", [s * v / (1 + abs(v)) for v in x.tolist()])


@jax.jit
def squash(x, scale):
    return jax.pure_callback(on_host, jax.ShapeDtypeStruct(x.shape, jnp.float32), x, scale)
