"""Splits the model outside and gives the compiled function its state, with the graph in a global.

Class: structure
Why: Model and mean have to run in a function made by `nnx.jit`, which gets the model as an argument.
"""

import jax.numpy as jnp
from flax import nnx

graphs = {}


@nnx.jit
def mean_score(state, batch):
    return nnx.merge(graphs["scorer"], state)(batch).mean()


def evaluate(model, batches):
    graphs["scorer"], state = nnx.split(model)
    return jnp.stack([mean_score(state, batch) for batch in batches])
