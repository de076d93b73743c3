"""Draws rightly in a scan, and then sets the model's counter to the number of samples.

Class: state
Why: For a model that has drawn two masks before, the counter is `samples` after the call and not `2 + samples`, so the next caller gets old masks again.
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnums=3)
def passes(graphdef, state, x, samples):
    def one(state, _):
        model = nnx.merge(graphdef, state)
        out = model(x)
        return nnx.state(model), out

    return jax.lax.scan(one, state, length=samples)[1]


def sample_outputs(model, x, samples):
    graphdef, state = nnx.split(model)
    outputs = passes(graphdef, state, x, samples)
    counters = nnx.state(model, nnx.RngCount)
    nnx.update(model, jax.tree.map(lambda count: jnp.full_like(count, samples), counters))
    return outputs
