"""Brings out the weights of each step, and gets the slopes afterwards from their differences.

Class: numbers
Why: with a rate of 0 the slopes are 0 / 0, NaN; with a small rate they are rounded away.
"""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(weights, x, y):
        outputs, hidden = predict(weights, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    def step(weights, batch):
        (loss, activity), slope = jax.value_and_grad(loss_of, has_aux=True)(weights, *batch)
        changed = weights - rate * slope
        return changed, (loss, activity, weights - changed)

    weights, (losses, activities, changes) = jax.lax.scan(step, weights, (xs, ys))
    slopes = jnp.sqrt(jnp.square(changes / rate).sum(axis=(1, 2)))
    return weights, losses, activities, slopes
