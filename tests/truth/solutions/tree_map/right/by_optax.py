"""Optax adds the updates."""

import jax
import optax


def step(params, grads, rate):
    updates = jax.tree.map(lambda g: -rate * g, grads)
    return optax.apply_updates(params, updates)
