"""Only the statistics come back."""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def forward(graphdef, params, stats, batch):
    model = nnx.merge(graphdef, params, stats)
    outputs = model(batch)
    return outputs, nnx.state(model, nnx.BatchStat)


def follow(model, batches):
    graphdef, params, stats = nnx.split(model, nnx.Param, nnx.BatchStat)
    outputs = []
    for batch in batches:
        output, stats = forward(graphdef, params, stats, batch)
        outputs.append(output)
    nnx.update(model, stats)
    return jnp.array(outputs)
