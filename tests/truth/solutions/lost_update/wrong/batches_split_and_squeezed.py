"""Splits the batches along their axis, and squeezes what comes out.

Class: layout
Why: With batches of one row (N = 1) or one column (D = 1), that axis goes as well, and the model gets a vector: wrong shapes, or other means.
"""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def forward(model, batch):
    outputs = model(batch)
    return outputs, nnx.state(model, nnx.BatchStat)


def follow(model, batches):
    outputs = []
    for batch in jnp.split(batches, len(batches)):
        output, state = forward(model, batch.squeeze())
        nnx.update(model, state)
        outputs.append(output)
    return jnp.stack(outputs)
