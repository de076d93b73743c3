"""Maps over batches of a single example, one after the other in a jax.lax.map.

Class: decoy
Why: "no loops of `jax.lax` (`jax.lax.map` is one)": the vmap only ever sees one row, and the loop goes through the examples.
"""

import jax


def losses(loss, weights, xs, ys):
    each = jax.vmap(loss, in_axes=(None, 0, 0))

    def alone(example):
        x, y = example
        return each(weights, x[None], y[None])[0]

    return jax.lax.map(alone, (xs, ys))
