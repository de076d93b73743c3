"""Keeps all statistics in one vector, by ravel_pytree, as the carry of the scan.

Class: dtype
Why: The vector is float32, so a counter of 2**24 + 1 comes back as 2**24 (counters may be above 2**24).
"""

import functools

import jax
from flax import nnx
from jax.flatten_util import ravel_pytree


@functools.partial(jax.jit, static_argnums=0)
def run(graphdef, stats, rest, batches):
    vector, unravel = ravel_pytree(stats)

    def step(vector, batch):
        model = nnx.merge(graphdef, unravel(vector), rest)
        outputs = model(batch)
        return ravel_pytree(nnx.state(model, nnx.BatchStat))[0], outputs

    vector, outputs = jax.lax.scan(step, vector, batches)
    return unravel(vector), outputs


def follow(model, batches):
    graphdef, stats, rest = nnx.split(model, nnx.BatchStat, ...)
    stats, outputs = run(graphdef, stats, rest, batches)
    nnx.update(model, stats)
    return outputs
