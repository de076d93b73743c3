"""Returns the right numbers, and keeps the last slope on the function itself, for debugging.

Class: state
Why: breaches "Nothing outside of the function may keep what was traced": `fit.last_slope` is a tracer of the scan that is over.
"""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(weights, x, y):
        outputs, hidden = predict(weights, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    def step(weights, batch):
        (loss, activity), slope = jax.value_and_grad(loss_of, has_aux=True)(weights, *batch)
        fit.last_slope = slope
        return weights - rate * slope, (loss, activity, jnp.sqrt(jnp.square(slope).sum()))

    weights, (losses, activities, slopes) = jax.lax.scan(step, weights, (xs, ys))
    return weights, losses, activities, slopes


fit.last_slope = None
