"""The weights before the last step are returned.
Class: numbers
Why: "the weights after the last step".
"""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(w, x, y):
        outputs, hidden = predict(w, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    def step(carry, batch):
        _, w = carry
        (loss, activity), g = jax.value_and_grad(loss_of, has_aux=True)(w, *batch)
        return (w, w - rate * g), (loss, activity, jnp.sqrt(jnp.square(g).sum()))

    (w, _), rows = jax.lax.scan(step, (weights, weights), (xs, ys))
    return w, *rows
