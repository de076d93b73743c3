"""Hands over two batches in each call, and the last one alone if their number is odd.

Class: retrace
Why: With three batches JAX traces twice in the first call, for a pair and for a single batch, where the table allows one trace.
"""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def forward(model, pair):
    def look(model, batch):
        outputs = model(batch)
        return model, outputs

    model, outputs = jax.lax.scan(look, model, pair)
    return outputs, nnx.state(model, nnx.BatchStat)


def follow(model, batches):
    outputs = []
    for i in range(0, len(batches), 2):
        output, state = forward(model, batches[i : i + 2])
        nnx.update(model, state)
        outputs.append(output)
    return jnp.concatenate(outputs)
