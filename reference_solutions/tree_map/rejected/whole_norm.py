import jax
import jax.numpy as jnp


def step(params, grads, rate):
    def move(p, g):
        length = jnp.sqrt(jnp.sum(g * g)).astype(g.dtype)
        return p - rate * g / jnp.maximum(length, 1)

    return jax.tree.map(move, params, grads)
