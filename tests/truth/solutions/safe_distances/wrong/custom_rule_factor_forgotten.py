"""Has a rule for the square root that forgets the factor one half.

Class: custom_rule
Why: Derivatives agree with the definition: those of the Euclidean distance.
"""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def root(s):
    return jnp.sqrt(s)


@root.defjvp
def root_jvp(primals, tangents):
    y = root(*primals)
    return y, jnp.where(y > 0, tangents[0] / jnp.where(y > 0, y, 1), 0)


def pairwise_distances(x):
    return root(jnp.sum((x[:, None] - x[None]) ** 2, axis=-1))
