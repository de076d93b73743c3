"""Scales float16 arrays up by 1024 before it moves them, so that small steps don't vanish, and down afterwards.

Class: numbers
Why: a float16 parameter of 64 or more overflows when it is scaled up, and comes back as inf.
"""
import jax
import jax.numpy as jnp

SCALE = 1024.0


def move(rate, p, g):
    if p.dtype == jnp.float16:
        return (SCALE * p - (SCALE * rate) * g) / SCALE
    return p - rate * g


def step(params, grads, rate):
    return jax.tree.map(lambda p, g: move(rate, p, g), params, grads)
