"""Weights for each example."""

import jax
import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    all_weights = jnp.repeat(weights[None], xs.shape[0], axis=0)
    return jax.vmap(loss)(all_weights, xs, ys)
