"""Works out each slope from how far the weights moved.

Class: numbers
Why: for rate = 0, which the statement allows, the weights don't move and the slopes are 0 / 0 = NaN; for a tiny rate they are rounded away.
"""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(weights, x, y):
        outputs, hidden = predict(weights, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    def step(weights, batch):
        (loss, activity), slope = jax.value_and_grad(loss_of, has_aux=True)(weights, *batch)
        after = weights - rate * slope
        steepness = jnp.sqrt(jnp.square((weights - after) / rate).sum())
        return after, (loss, activity, steepness)

    weights, (losses, activities, slopes) = jax.lax.scan(step, weights, (xs, ys))
    return weights, losses, activities, slopes
