"""Measures the slope by the matrix norm of order 2.

Class: numbers
Why: for weights of shape (2, 2) and a slope [[3, 0], [0, 4]] it gives 4 instead of 5; they agree only if D or H is 1.
"""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(weights, x, y):
        outputs, hidden = predict(weights, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    def step(weights, batch):
        (loss, activity), slope = jax.value_and_grad(loss_of, has_aux=True)(weights, *batch)
        return weights - rate * slope, (loss, activity, jnp.linalg.norm(slope, 2))

    weights, (losses, activities, slopes) = jax.lax.scan(step, weights, (xs, ys))
    return weights, losses, activities, slopes
