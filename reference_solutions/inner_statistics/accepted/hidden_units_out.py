"""The hidden units are what `vjp` hands on; the numbers are made of them outside of the loss."""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def step(weights, batch):
        x, y = batch
        outputs, pull, hidden = jax.vjp(lambda w: predict(w, x), weights, has_aux=True)
        gap = outputs - y
        (slope,) = pull(2 * gap / gap.size)
        row = jnp.stack([jnp.mean(gap**2), jnp.mean(jnp.abs(hidden)), jnp.sqrt(jnp.sum(slope**2))])
        return weights - rate * slope, row

    weights, table = jax.lax.scan(step, weights, (xs, ys))
    return weights, *table.T
