"""Pure functions under jax.jit: a scan carries the statistics, and nnx.update puts them back."""

import functools

import jax
from flax import nnx

KINDS = nnx.Param, nnx.BatchStat, ...


@functools.partial(jax.jit, static_argnums=0)
def collect(graph, params, statistics, rest, batches):
    def step(statistics, batch):
        model = nnx.merge(graph, params, statistics, rest)
        model(batch)
        _, _, statistics, _ = nnx.split(model, *KINDS)
        return statistics, None

    statistics, _ = jax.lax.scan(step, statistics, batches)
    return statistics


@functools.partial(jax.jit, static_argnums=0)
def predict(graph, state, x):
    return nnx.merge(graph, state)(x)


def calibrate(model, batches, x):
    nnx.update(model, collect(*nnx.split(model, *KINDS), batches))
    model.eval()
    try:
        return predict(*nnx.split(model), x)
    finally:
        model.train()
