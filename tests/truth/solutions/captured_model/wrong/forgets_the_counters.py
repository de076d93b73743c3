"""Writes Params and statistics back, and nothing else.

Class: state
Why: a model that draws random numbers keeps its RngCount, so a second call draws the same numbers again; "and the counters of random keys".
"""

from functools import partial

import jax
import jax.numpy as jnp
from flax import nnx


@partial(jax.jit, static_argnums=0)
def _run(graphdef, params, stats, others, xs, ys, rate):
    def body(carry, batch):
        params, stats, others = carry
        x, y = batch

        def loss(params):
            model = nnx.merge(graphdef, params, stats, others, copy=True)
            value = jnp.square(model(x) - y).mean()
            return value, nnx.split(model, nnx.Param, nnx.BatchStat, ...)[2:]

        (value, (stats, others)), grads = jax.value_and_grad(loss, has_aux=True)(params)
        return (jax.tree.map(lambda p, g: p - rate * g, params, grads), stats, others), value

    (params, stats, _), losses = jax.lax.scan(body, (params, stats, others), (xs, ys))
    return params, stats, losses


def train(model, xs, ys, rate):
    params, stats, losses = _run(*nnx.split(model, nnx.Param, nnx.BatchStat, ...), xs, ys, rate)
    nnx.update(model, params, stats)
    return losses
