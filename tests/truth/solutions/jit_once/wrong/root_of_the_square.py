"""abs(x) is computed as a root of a square, which overflows for numbers beyond 1.8e19, so the answer is 0 there.
Breaks: "For each number of `x` it returns `scale * x / (1 + abs(x))`".
Class: numbers
"""
import jax
import jax.numpy as jnp


@jax.jit
def squash(x, scale):
    return scale * x / (1 + jnp.sqrt(x * x))
