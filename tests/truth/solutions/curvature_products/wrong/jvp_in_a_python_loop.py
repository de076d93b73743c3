"""A Python loop with a jvp for each direction, each of which calls f.
Class: growth
Why: "It doesn't grow with `K`: no Python loop over the directions".
"""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    return jnp.stack([jax.jvp(jax.grad(f), (x,), (v,))[1] for v in vs])
