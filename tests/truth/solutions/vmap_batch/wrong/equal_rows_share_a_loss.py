"""Finds the first row that equals each row, and gives both the same loss.

Class: numbers
Why: For two equal rows in `xs` with different targets, the second one gets the loss of the first.
"""

import jax
import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    each = jax.vmap(loss, in_axes=(None, 0, 0))(weights, xs, ys)
    equal = jnp.all(xs[:, None, :] == xs[None, :, :], axis=-1)
    return each[jnp.argmax(equal, axis=1)]
