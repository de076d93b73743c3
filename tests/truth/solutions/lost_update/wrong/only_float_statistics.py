"""Returns the statistics of floating point, as those are what a running mean consists of.

Class: state
Why: Counters of int32 stand still: after three batches a counter is as before, instead of 3 more.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def is_running_mean(path, variable):
    return isinstance(variable, nnx.BatchStat) and jnp.issubdtype(variable[...].dtype, jnp.floating)


@jax.jit
def forward(model, batch):
    outputs = model(batch)
    return outputs, nnx.state(model, is_running_mean)


def follow(model, batches):
    outputs = []
    for batch in batches:
        out, state = forward(model, batch)
        nnx.update(model, state)
        outputs.append(out)
    return jnp.stack(outputs)
