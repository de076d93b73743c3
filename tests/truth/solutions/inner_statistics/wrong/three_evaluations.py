"""Loss, slope and activity each evaluate the model.
Class: flops
Why: "**Each step computes it once**".
"""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(w, x, y):
        return jnp.square(predict(w, x)[0] - y).mean()

    def step(w, batch):
        g = jax.grad(loss_of)(w, *batch)
        activity = jnp.abs(predict(w, batch[0])[1]).mean()
        return w - rate * g, (loss_of(w, *batch), activity, jnp.sqrt(jnp.square(g).sum()))

    w, (losses, activities, slopes) = jax.lax.scan(step, weights, (xs, ys))
    return w, losses, activities, slopes
