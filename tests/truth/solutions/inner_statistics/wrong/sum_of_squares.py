"""A sum in place of the mean.
Class: numbers
Why: "loss = jnp.square(outputs - y).mean()".
"""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(w, x, y):
        outputs, hidden = predict(w, x)
        return jnp.square(outputs - y).sum(), jnp.abs(hidden).mean()

    def step(w, batch):
        x, y = batch
        (loss, activity), g = jax.value_and_grad(loss_of, has_aux=True)(w, x, y)
        return w - rate * g, (loss, activity, jnp.sqrt(jnp.square(g).sum()))

    w, (losses, activities, slopes) = jax.lax.scan(step, weights, (xs, ys))
    return w, losses, activities, slopes
