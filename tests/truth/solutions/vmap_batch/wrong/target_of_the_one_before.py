"""Each example gets the target of the one before it, and the first one that of the last: right for one row only.
Breaks: "holds `loss(weights, xs[i], ys[i])` at `[i]`".
Class: numbers
"""
import jax
import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    def at(i):
        return loss(weights, xs[i], ys[i - 1])

    return jax.vmap(at)(jnp.arange(xs.shape[0]))
