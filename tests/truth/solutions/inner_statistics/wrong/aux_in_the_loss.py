"""The pair is summed to get a number.
Class: numbers
Why: "the derivative of `loss`".
"""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(w, x, y):
        outputs, hidden = predict(w, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    def step(w, batch):
        total, g = jax.value_and_grad(lambda w: sum(loss_of(w, *batch)))(w)
        return w - rate * g, (total, total, jnp.sqrt(jnp.square(g).sum()))

    w, (losses, activities, slopes) = jax.lax.scan(step, weights, (xs, ys))
    return w, losses, activities, slopes
