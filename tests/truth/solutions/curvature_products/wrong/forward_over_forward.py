"""The curvature along each direction, one number for the whole row.
Class: layout
Why: "whose row `[k]` is `H @ vs[k]`".
"""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    def along(v):
        slope = lambda x: jax.jvp(f, (x,), (v,))[1]
        return jnp.full_like(x, jax.jvp(slope, (x,), (v,))[1])

    return jax.vmap(along)(vs)
