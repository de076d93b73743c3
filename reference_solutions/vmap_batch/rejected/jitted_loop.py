from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=0)
def losses(loss, weights, xs, ys):
    return jnp.stack([loss(weights, x, y) for x, y in zip(xs, ys, strict=True)])
