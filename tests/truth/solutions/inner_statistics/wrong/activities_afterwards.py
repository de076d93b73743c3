"""All weights are kept, and the model runs over them again by vmap.
Class: flops
Why: "**Each step computes it once**".
"""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(w, x, y):
        return jnp.square(predict(w, x)[0] - y).mean()

    def step(w, batch):
        loss, g = jax.value_and_grad(loss_of)(w, *batch)
        return w - rate * g, (w, loss, jnp.sqrt(jnp.square(g).sum()))

    w, (seen, losses, slopes) = jax.lax.scan(step, weights, (xs, ys))
    hidden = jax.vmap(lambda w, x: predict(w, x)[1])(seen, xs)
    return w, losses, jnp.abs(hidden).mean(axis=(1, 2)), slopes
