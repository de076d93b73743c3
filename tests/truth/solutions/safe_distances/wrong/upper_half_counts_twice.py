"""Right values in both halves, but only the upper half has a derivative, which is doubled to make up for it.

Class: decoy
Why: Right for the gradient of the sum, but the derivative of the element [1, 0] is 0 and that of [0, 1] twice the right one, so a cotangent or a tangent that isn't symmetric shows it.
"""

import jax
import jax.numpy as jnp


def pairwise_distances(x):
    difference = x[:, None, :] - x[None, :, :]
    squared = jnp.sum(difference**2, axis=-1)
    same = squared == 0
    distance = jnp.where(same, 0, jnp.sqrt(jnp.where(same, 1, squared)))
    upper = jnp.triu(distance)
    still = jax.lax.stop_gradient(upper)
    return (2 * upper - still) + still.T
