import jax
import jax.numpy as jnp


def step(params, grads, rate):
    return jax.tree.map(lambda p, g: (p - rate * g).astype(jnp.float32), params, grads)
