"""Compiles rightly, but keeps the outputs by key, counter and shapes, since the same stream draws the same masks.

Class: memory
Why: For a second network with the same seed for its dropout but other weights (or another x of the same shape), it returns the first one's outputs.
"""

import jax
import jax.numpy as jnp
from flax import nnx

kept = {}


@nnx.jit
def forward(model, x):
    return model(x)


def stream_of(model):
    counts = [int(leaf) for leaf in jax.tree.leaves(nnx.state(model, nnx.RngCount))]
    keys = [str(jax.random.key_data(leaf).tolist()) for leaf in jax.tree.leaves(nnx.state(model, nnx.RngKey))]
    return tuple(counts), tuple(keys)


def sample_outputs(model, x, samples):
    shapes = tuple(leaf.shape for leaf in jax.tree.leaves(nnx.state(model, nnx.Param)))
    place = (stream_of(model), shapes, x.shape, samples)
    if place in kept:
        counts = nnx.state(model, nnx.RngCount)
        nnx.update(model, jax.tree.map(lambda count: count + samples, counts))
    else:
        kept[place] = jnp.stack([forward(model, x) for _ in range(samples)])
    return kept[place]
