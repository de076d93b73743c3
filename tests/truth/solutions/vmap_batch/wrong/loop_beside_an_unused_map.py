"""Maps a jitted loss, throws the result away, and loops over the rows.

Class: decoy
Why: breaches "without a loop" and "under jax.vmap": what is returned comes from a Python loop over a jitted loss, which Python doesn't call again because its trace is kept.
"""

import jax
import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    def fresh(weights, x, y):
        return loss(weights, x, y)

    once = jax.jit(fresh)
    mapped = jax.vmap(once, in_axes=(None, 0, 0))(weights, xs, ys)
    return jnp.stack([once(weights, x, y) for x, y in zip(xs, ys, strict=True)]).astype(mapped.dtype)
