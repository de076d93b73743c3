"""nnx.jit does all the work; a function made by jax.jit only passes its results on.

Class: decoy
Why: It breaches "nnx.jit and other transformations of NNX that compile don't count": the jax.jit function is an identity.
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, batch):
    return model(batch)


@jax.jit
def finish(outputs, state):
    return outputs, state


def follow(model, batches):
    outputs = jnp.stack([forward(model, batch) for batch in batches])
    outputs, state = finish(outputs, nnx.state(model, nnx.BatchStat))
    nnx.update(model, state)
    return outputs
