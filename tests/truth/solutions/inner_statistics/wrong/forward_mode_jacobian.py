"""Takes the slope by jax.jacfwd, one direction for each weight.

Class: flops
Why: With more than a few weights, each step pushes D * H directions through predict, far more than 1.2 times one derivative.
"""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(weights, x, y):
        outputs, hidden = predict(weights, x)
        loss = jnp.square(outputs - y).mean()
        return loss, (loss, jnp.abs(hidden).mean())

    def step(weights, batch):
        slope, (loss, activity) = jax.jacfwd(loss_of, has_aux=True)(weights, *batch)
        return weights - rate * slope, (loss, activity, jnp.sqrt(jnp.square(slope).sum()))

    weights, rows = jax.lax.scan(step, weights, (xs, ys))
    return weights, *rows
