"""One jvp of the mapped gradient, at K copies of the point."""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    points = jnp.broadcast_to(x, vs.shape)
    gradients = jax.vmap(jax.grad(f))
    return jax.jvp(gradients, (points,), (vs,))[1]
