"""Takes the absolute value of the mean of the hidden units instead of the mean of their absolute values.

Class: numbers
Why: hidden units [-1, 1] (a linear or tanh model) give an activity of 0 instead of 1; models with relu hide it.
"""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(weights, x, y):
        outputs, hidden = predict(weights, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden.mean())

    def step(weights, batch):
        (loss, activity), slope = jax.value_and_grad(loss_of, has_aux=True)(weights, *batch)
        return weights - rate * slope, (loss, activity, jnp.sqrt(jnp.square(slope).sum()))

    weights, (losses, activities, slopes) = jax.lax.scan(step, weights, (xs, ys))
    return weights, losses, activities, slopes
