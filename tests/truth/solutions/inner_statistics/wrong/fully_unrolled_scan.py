"""Unrolls the scan completely, because that is faster on small models.

Class: growth
Why: breaches "It has as many operations for `2 T` steps as for `T`": the exported program has the step T times, and no loop.
"""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(weights, x, y):
        outputs, hidden = predict(weights, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    def step(weights, batch):
        (loss, activity), slope = jax.value_and_grad(loss_of, has_aux=True)(weights, *batch)
        return weights - rate * slope, (loss, activity, jnp.sqrt(jnp.square(slope).sum()))

    weights, (losses, activities, slopes) = jax.lax.scan(step, weights, (xs, ys), unroll=True)
    return weights, losses, activities, slopes
