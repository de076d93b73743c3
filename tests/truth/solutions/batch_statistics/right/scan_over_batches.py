"""Runs lax.scan over the batches with the batch statistics as the carry, all under jax.jit."""

from functools import partial

import jax
from flax import nnx


@partial(jax.jit, static_argnums=0)
def collect(graphdef, params, stats, batches):
    def step(stats, batch):
        model = nnx.merge(graphdef, params, stats)
        model(batch)
        return nnx.state(model, nnx.BatchStat), None

    return jax.lax.scan(step, stats, batches)[0]


@partial(jax.jit, static_argnums=0)
def predict(graphdef, params, stats, x):
    return nnx.merge(graphdef, params, stats)(x)


def calibrate(model, batches, x):
    graphdef, params, stats = nnx.split(model, nnx.Param, nnx.BatchStat)
    stats = collect(graphdef, params, stats, batches)
    nnx.update(model, stats)
    model.eval()
    out = predict(*nnx.split(model, nnx.Param, nnx.BatchStat), x)
    model.train()
    return out
