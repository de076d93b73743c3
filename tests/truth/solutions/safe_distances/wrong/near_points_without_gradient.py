"""Gives points nearer than 0.01 the derivative zero, though their distances are right.

Class: custom_rule
Why: Derivatives with respect to `x` agree with the definition above, which gives 0 only where two points are the same.
"""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def root(s):
    return jnp.sqrt(s)


@root.defjvp
def root_jvp(primals, tangents):
    y = root(*primals)
    near = y < 0.01
    return y, jnp.where(near, 0, tangents[0] / (2 * jnp.where(near, 1, y))).astype(y.dtype)


def pairwise_distances(x):
    return root(jnp.sum((x[:, None] - x[None]) ** 2, axis=-1))
