"""A named inner function."""

import jax


def step(params, grads, rate):
    def update(p, g):
        return p - rate * g

    return jax.tree.map(update, params, grads)
