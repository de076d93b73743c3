"""The activity comes from a second evaluation.
Class: flops
Why: "**Each step computes it once**".
"""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(w, x, y):
        return jnp.square(predict(w, x)[0] - y).mean()

    def step(w, batch):
        x, y = batch
        loss, g = jax.value_and_grad(loss_of)(w, x, y)
        return w - rate * g, (loss, jnp.abs(predict(w, x)[1]).mean(), jnp.sqrt(jnp.square(g).sum()))

    w, (losses, activities, slopes) = jax.lax.scan(step, weights, (xs, ys))
    return w, losses, activities, slopes
