"""Splits a model only when its class is new, to save the walk through it.

Class: state
Why: Another model of the same class is run with the parameters of the first one (the table's last call).
"""

import functools

import jax
from flax import nnx

constant_parts = {}


@functools.partial(jax.jit, static_argnums=0)
def run(graphdef, stats, rest, batches):
    def step(stats, batch):
        model = nnx.merge(graphdef, stats, rest)
        outputs = model(batch)
        return nnx.state(model, nnx.BatchStat), outputs

    return jax.lax.scan(step, stats, batches)


def follow(model, batches):
    if type(model) not in constant_parts:
        graphdef, _, rest = nnx.split(model, nnx.BatchStat, ...)
        constant_parts[type(model)] = graphdef, rest
    graphdef, rest = constant_parts[type(model)]
    stats, outputs = run(graphdef, nnx.state(model, nnx.BatchStat), rest, batches)
    nnx.update(model, stats)
    return outputs
