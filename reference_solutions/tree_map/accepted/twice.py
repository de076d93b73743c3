"""First the updates, then the sum."""

import operator

import jax


def step(params, grads, rate):
    updates = jax.tree.map(lambda g: -rate * g, grads)
    return jax.tree.map(operator.add, params, updates)
