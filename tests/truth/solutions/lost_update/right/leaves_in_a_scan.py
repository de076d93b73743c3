"""Splits the statistics off, scans over the batches with their bare leaves as the carry, and updates once."""

import functools

import jax
from flax import nnx


@functools.partial(jax.jit, static_argnames=("graphdef", "structure"))
def run(leaves, rest, batches, *, graphdef, structure):
    def step(leaves, batch):
        stats = jax.tree.unflatten(structure, leaves)
        model = nnx.merge(graphdef, stats, rest)
        outputs = model(batch)
        return jax.tree.leaves(nnx.state(model, nnx.BatchStat)), outputs

    return jax.lax.scan(step, leaves, batches)


def follow(model, batches):
    graphdef, stats, rest = nnx.split(model, nnx.BatchStat, ...)
    leaves, structure = jax.tree.flatten(stats)
    leaves, outputs = run(leaves, rest, batches, graphdef=graphdef, structure=structure)
    nnx.update(model, jax.tree.unflatten(structure, leaves))
    return outputs
