"""A scan that is unrolled completely.
Class: growth
Why: "It doesn't grow with `K`: no Python loop over the directions".
"""

import jax


def curvature(f, x, vs):
    def step(_, v):
        return None, jax.jvp(jax.grad(f), (x,), (v,))[1]

    return jax.lax.scan(step, None, vs, unroll=vs.shape[0])[1]
