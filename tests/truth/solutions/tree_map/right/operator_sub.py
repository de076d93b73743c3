"""Subtracts a scaled tree by `operator.sub`."""

import jax
import operator


def step(params, grads, rate):
    return jax.tree.map(operator.sub, params, jax.tree.map(lambda g: g * rate, grads))
