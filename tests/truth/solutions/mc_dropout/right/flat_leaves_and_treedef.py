"""Functional to the bone: the state is a flat list of leaves, and graphdef and treedef are one static argument of jax.jit."""

from functools import partial

import jax
import jax.numpy as jnp
from flax import nnx


@partial(jax.jit, static_argnums=0)
def forward(shape, leaves, x):
    graphdef, treedef = shape
    net = nnx.merge(graphdef, jax.tree.unflatten(treedef, leaves))
    y = net(x)
    return jax.tree.leaves(nnx.state(net)), y


def sample_outputs(model, x, samples):
    graphdef, state = nnx.split(model)
    leaves, treedef = jax.tree.flatten(state)
    outputs = [None] * samples
    for i in range(samples):
        leaves, outputs[i] = forward((graphdef, treedef), leaves, x)
    nnx.update(model, jax.tree.unflatten(treedef, leaves))
    return jnp.stack(outputs)
