"""Unrolls the scan, which is faster.

Class: growth
Why: with `unroll` the program repeats the step for each batch, so for 2 T steps it has twice as many operations as for T, where the statement says as many.
"""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(weights, x, y):
        outputs, hidden = predict(weights, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    def step(weights, batch):
        (loss, activity), slope = jax.value_and_grad(loss_of, has_aux=True)(weights, *batch)
        steepness = jnp.sqrt(jnp.square(slope).sum())
        return weights - rate * slope, (loss, activity, steepness)

    weights, statistics = jax.lax.scan(step, weights, (xs, ys), unroll=xs.shape[0])
    return (weights, *statistics)
