import jax
import jax.numpy as jnp


def step(params, grads, rate):
    rate = jnp.float32(rate)
    return jax.tree.map(lambda p, g: p - rate * g, params, grads)
