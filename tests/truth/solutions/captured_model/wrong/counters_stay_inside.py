"""Carries everything through the scan, and gives back the Params and the statistics.

Class: state
Why: breaches "the caller's model holds ... the counters of random keys": a model with dropout has the same counter after the call as before, so a second call draws the same masks again.
"""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def run(graphdef, params, stats, rest, xs, ys, rate):
    def step(carry, batch):
        params, stats, rest = carry
        x, y = batch

        def loss(params):
            model = nnx.merge(graphdef, params, stats, rest, copy=True)
            value = jnp.square(model(x) - y).mean()
            _, _, stats_after, rest_after = nnx.split(model, nnx.Param, nnx.BatchStat, ...)
            return value, (stats_after, rest_after)

        (value, (stats, rest)), grads = jax.value_and_grad(loss, has_aux=True)(params)
        params = jax.tree.map(lambda p, g: p - rate * g, params, grads)
        return (params, stats, rest), value

    (params, stats, _), losses = jax.lax.scan(step, (params, stats, rest), (xs, ys))
    return params, stats, losses


def train(model, xs, ys, rate):
    graphdef, params, stats, rest = nnx.split(model, nnx.Param, nnx.BatchStat, ...)
    params, stats, losses = run(graphdef, params, stats, rest, xs, ys, rate)
    nnx.update(model, params, stats)
    return losses
