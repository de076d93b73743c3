"""The rate is rounded to float16 so that no array is widened: a float32 step is off in the fourth digit.
Breaks: "returns a tree like `params` with `p - rate * g` in the place of each array `p`".
Class: numbers
"""
import jax
import jax.numpy as jnp


def step(params, grads, rate):
    rate = jnp.float16(rate)  # so that float16 stays float16
    return jax.tree.map(lambda p, g: p - rate * g, params, grads)
