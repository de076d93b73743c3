"""Scales, then subtracts."""

import jax
import jax.numpy as jnp


def step(params, grads, rate):
    scaled = jax.tree.map(lambda g: rate * g, grads)
    return jax.tree.map(jnp.subtract, params, scaled)
