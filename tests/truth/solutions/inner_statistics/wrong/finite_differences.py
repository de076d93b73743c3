"""The slope is taken by differences.
Class: structure
Why: "together with its derivative (`jax.grad` …)".
"""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(w, x, y):
        outputs, hidden = predict(w, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    def step(w, batch):
        loss, activity = loss_of(w, *batch)
        eye = jnp.eye(w.size).reshape(w.size, *w.shape)
        up = jax.vmap(lambda e: loss_of(w + 1e-3 * e, *batch)[0])(eye)
        g = ((up - loss) / 1e-3).reshape(w.shape)
        return w - rate * g, (loss, activity, jnp.sqrt(jnp.square(g).sum()))

    w, (losses, activities, slopes) = jax.lax.scan(step, weights, (xs, ys))
    return w, losses, activities, slopes
