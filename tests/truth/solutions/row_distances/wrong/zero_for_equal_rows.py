"""Maps twice, and sets the distance of two equal rows to 0 to be rid of rounding.

Class: numbers
Why: For a metric that isn't 0 for equal vectors (such as x.sum() * y.sum(), or NaN at zeros) and a row that occurs in xs and in ys, 0 comes out instead of the metric's number.
"""

import jax
import jax.numpy as jnp


def distances(metric, xs, ys):
    table = jax.vmap(jax.vmap(metric, in_axes=(None, 0)), in_axes=(0, None))(xs, ys)
    same = (xs[:, None, :] == ys[None, :, :]).all(axis=-1)
    return jnp.where(same, jnp.float32(0), table)
