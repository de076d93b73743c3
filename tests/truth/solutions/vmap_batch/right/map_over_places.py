"""Maps over the places of the examples, and picks each example inside of the map."""

import jax
import jax.numpy as jnp


def losses(loss, weights, xs, ys):
    @jax.vmap
    def loss_at(place):
        return loss(weights, xs[place], ys[place])

    return loss_at(jnp.arange(ys.shape[0]))
