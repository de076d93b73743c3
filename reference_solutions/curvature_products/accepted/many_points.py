"""The point is repeated for each direction, and all move at once."""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    gradients = jax.vmap(jax.value_and_grad(f))
    points = jnp.tile(x, (vs.shape[0], 1))
    _, (_, products) = jax.jvp(gradients, (points,), (vs,))
    return products
