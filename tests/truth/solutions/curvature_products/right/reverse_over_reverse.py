"""The gradient's dot product with a direction is differentiated again."""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    gradient = jax.grad(f)
    along = lambda x, v: jnp.vdot(gradient(x), v)
    return jax.vmap(jax.grad(along, argnums=0), in_axes=(None, 0))(x, vs)
