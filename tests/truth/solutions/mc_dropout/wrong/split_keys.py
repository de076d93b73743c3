"""Gives each pass a stream of its own, by splitting the model's key into as many as there are samples.

Class: key
Why: The masks are those of split keys and not those which eager passes draw from the model's own state, though the counter has moved on by samples.
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnums=(0, 5))
def run(graphdef, keys, counts, rest, x, samples):
    split = jax.tree.map(lambda key: jax.random.split(key, samples), keys)

    def one_pass(keys, counts):
        return nnx.merge(graphdef, keys, counts, rest)(x)

    moved = jax.tree.map(lambda count: count + jnp.asarray(samples, count.dtype), counts)
    return jax.vmap(one_pass, in_axes=(0, None))(split, counts), moved


def sample_outputs(model, x, samples):
    outputs, counts = run(*nnx.split(model, nnx.RngKey, nnx.RngCount, ...), x, samples)
    nnx.update(model, counts)
    return outputs
