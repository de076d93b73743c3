"""Trains in a scan that returns the weights of each step, and measures all of them in a second pass under vmap.

Class: flops
Why: breaches "Each step computes it once": `predict` runs again for all T steps, outside of where it is differentiated.
"""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(weights, x, y):
        outputs, _ = predict(weights, x)
        return jnp.square(outputs - y).mean()

    def step(weights, batch):
        slope = jax.grad(loss_of)(weights, *batch)
        return weights - rate * slope, (weights, jnp.sqrt(jnp.square(slope).sum()))

    def measure(weights, x, y):
        outputs, hidden = predict(weights, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    weights, (before, slopes) = jax.lax.scan(step, weights, (xs, ys))
    losses, activities = jax.vmap(measure)(before, xs, ys)
    return weights, losses, activities, slopes
