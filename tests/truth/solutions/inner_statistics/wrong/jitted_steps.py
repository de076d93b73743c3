"""A jitted step, called in a Python loop.
Class: growth
Why: "in a loop of `jax.lax`".
"""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(w, x, y):
        outputs, hidden = predict(w, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    @jax.jit
    def step(w, batch):
        x, y = batch
        (loss, activity), g = jax.value_and_grad(loss_of, has_aux=True)(w, x, y)
        return w - rate * g, (loss, activity, jnp.sqrt(jnp.square(g).sum()))

    rows = []
    for batch in zip(xs, ys):
        weights, row = step(weights, batch)
        rows.append(jnp.stack(row))
    return weights, *jnp.stack(rows).T
