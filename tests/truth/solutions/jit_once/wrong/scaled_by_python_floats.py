"""The jitted function leaves the scale out; Python floats multiply by it, and a fresh array is made of them.
Breaks: "All arithmetic runs in a function made by `jax.jit`, and the answer is what that returns."
Class: half_eager
"""
import jax
import jax.numpy as jnp


@jax.jit
def ratio(x, scale):
    return x / (1 + jnp.abs(x))


def squash(x, scale):
    small = ratio(x, scale)
    return jnp.array([scale * number for number in small.tolist()], jnp.float32)
