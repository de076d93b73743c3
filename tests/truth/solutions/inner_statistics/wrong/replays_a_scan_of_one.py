"""Traces a scan over one batch, so that `predict` is called once in a loop, and replays it for each batch in Python.

Class: decoy
Why: the loop over the batches is Python's and not one of jax.lax ("in a loop of jax.lax"); the scan is for show, has one step, and occurs T times in the program.
"""

import jax
import jax.numpy as jnp
from jax.extend.core import jaxpr_as_fun


def _train(predict, weights, xs, ys, rate):
    def loss_of(weights, x, y):
        outputs, hidden = predict(weights, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    def step(weights, batch):
        (loss, activity), slope = jax.value_and_grad(loss_of, has_aux=True)(weights, *batch)
        steepness = jnp.sqrt(jnp.square(slope).sum())
        return weights - rate * slope, (loss, activity, steepness)

    weights, statistics = jax.lax.scan(step, weights, (xs, ys))
    return (weights, *statistics)


def fit(predict, weights, xs, ys, rate):
    def train(*args):
        return _train(predict, *args)

    replay = jaxpr_as_fun(jax.make_jaxpr(train)(weights, xs[:1], ys[:1], rate))
    rows = []
    for t in range(xs.shape[0]):
        weights, *row = replay(weights, xs[t : t + 1], ys[t : t + 1], rate)
        rows.append(row)
    return (weights, *(jnp.concatenate(column) for column in zip(*rows)))
