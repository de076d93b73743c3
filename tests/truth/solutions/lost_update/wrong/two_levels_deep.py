"""Carries the statistics of layers at most two levels below the model.

Class: state
Why: A layer that lies deeper in the model doesn't move its statistics.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def find_stats(model):
    holders = [model, *(part for _, part in sorted(vars(model).items(), key=lambda item: item[0]) if isinstance(part, nnx.Module))]
    return [getattr(holder, name) for holder in holders for name in sorted(vars(holder)) if isinstance(getattr(holder, name), nnx.BatchStat)]


@jax.jit
def forward(model, batch):
    outputs = model(batch)
    return outputs, [stat[...] for stat in find_stats(model)]


def follow(model, batches):
    outputs = []
    for batch in batches:
        output, values = forward(model, batch)
        for stat, value in zip(find_stats(model), values):
            stat[...] = value
        outputs.append(output)
    return jnp.stack(outputs)
