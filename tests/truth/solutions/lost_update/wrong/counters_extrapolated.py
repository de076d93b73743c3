"""Floats come from the jitted function, and counters are taken to rise by the same number with each batch.

Class: half_eager
Why: A counter of what differs between batches, such as rows that hold a zero, is wrong; and "outputs and statistics are what that returns".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def forward(model, batch):
    outputs = model(batch)
    return outputs, nnx.state(model, nnx.BatchStat)


def follow(model, batches):
    before = jax.tree.map(jnp.array, nnx.state(model, nnx.BatchStat))
    outputs, states = [], []
    for batch in batches:
        output, state = forward(model, batch)
        nnx.update(model, state)
        outputs.append(output)
        states.append(state)

    def guess(start, first, last):
        if jnp.issubdtype(start.dtype, jnp.integer):
            return start + len(batches) * (first - start)
        return last

    nnx.update(model, jax.tree.map(guess, before, states[0], states[-1]))
    return jnp.stack(outputs)
