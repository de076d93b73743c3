"""Takes H times ones for the diagonal, and scales it by each direction.
Class: numbers
Why: "whose row `[k]` is `H @ vs[k]`".
"""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    _, diagonal = jax.jvp(jax.grad(f), (x,), (jnp.ones_like(x),))
    return diagonal * vs
