"""Computes in float32 and goes back to each dtype."""

import jax


def step(params, grads, rate):
    def update(p, g):
        return (p - rate * g).astype(p.dtype)

    return jax.tree.map(update, params, grads)
