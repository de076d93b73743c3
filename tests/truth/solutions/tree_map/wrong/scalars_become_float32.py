"""Arrays of shape () are treated as plain numbers, and come out as float32 even if they were float16.
Breaks: "Each keeps its dtype."
Class: dtype
"""
import jax
import jax.numpy as jnp


def step(params, grads, rate):
    def move(p, g):
        if jnp.ndim(p) == 0:
            return jnp.float32(p - rate * g)
        return p - rate * g

    return jax.tree.map(move, params, grads)
