"""Calls `predict` for the activity, and once more for loss and slope.

Class: structure
Why: "Each step computes it once, together with its derivative": here each step calls it a second time, where it isn't differentiated, and leaves it to XLA to find that out.
"""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def step(weights, batch):
        x, y = batch
        activity = jnp.abs(predict(weights, x)[1]).mean()

        def loss_of(weights):
            return jnp.square(predict(weights, x)[0] - y).mean()

        loss, slope = jax.value_and_grad(loss_of)(weights)
        steepness = jnp.sqrt(jnp.square(slope).sum())
        return weights - rate * slope, (loss, activity, steepness)

    weights, statistics = jax.lax.scan(step, weights, (xs, ys))
    return (weights, *statistics)
