"""Uses lax.map with a batch size, which maps with vmap inside.

Class: structure
Why: breaches "no loops of `jax.lax` (`jax.lax.map` is one)".
"""

import jax


def losses(loss, weights, xs, ys):
    return jax.lax.map(lambda row: loss(weights, *row), (xs, ys), batch_size=max(1, len(ys) // 2))
