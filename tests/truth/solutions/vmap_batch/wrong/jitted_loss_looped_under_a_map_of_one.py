"""A Python loop calls the jitted loss row by row, inside of a map over one batch.

Class: growth
Why: It breaches "without a loop": Python calls `loss` once, as jit remembers it, and under jax.vmap, but the map has length 1 and the program holds N calls.
"""

import jax
import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    compiled = jax.jit(lambda w, x, y: loss(w, x, y))

    def whole(rows, targets):
        return jnp.stack([compiled(weights, rows[i], targets[i]) for i in range(xs.shape[0])])

    return jax.vmap(whole)(xs[None], ys[None])[0]
