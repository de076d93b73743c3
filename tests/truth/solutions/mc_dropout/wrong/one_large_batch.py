"""x is repeated and goes through in one pass with one large mask; then the counters are moved by the passes that weren't made.
Breaks: "The masks come from the model's own random state, in the order in which passes made eagerly would draw them."
Class: numbers
"""
import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(nnx.jit, static_argnums=2)
def run(model, x, samples):
    before = jax.tree.map(jnp.array, nnx.state(model, nnx.RngCount))
    outputs = model(jnp.tile(x, (samples, 1)))
    after = nnx.state(model, nnx.RngCount)
    moved = jax.tree.map(lambda b, a: b + samples * (a - b), before, after)
    nnx.update(model, moved)
    return outputs.reshape(samples, x.shape[0], -1)


def sample_outputs(model, x, samples):
    return run(model, x, samples)
