"""Maps and throws the result away.

Class: decoy
Why: Call the one that you are given.
"""

import jax
import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    jax.vmap(loss, in_axes=(None, 0, 0))(weights, xs, ys)
    if loss.__name__ == "squared":
        return (xs @ weights - ys) ** 2
    return ys - jnp.tanh(xs @ weights)
