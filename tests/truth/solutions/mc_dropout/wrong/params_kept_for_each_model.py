"""Wrong: the parameters of a model are read in the first call with it and kept, so that a model trained in between is run with its old ones.
Breaks: "Run it `samples` times on the model and `x`" (as it is now).
Class: state
"""

import weakref

import jax
import jax.numpy as jnp
from flax import nnx

KEPT = {}


@jax.jit
def forward(graphdef, params, others, x):
    model = nnx.merge(graphdef, params, others)
    y = model(x)
    return nnx.split(model, nnx.Param, ...)[2], y


def sample_outputs(model, x, samples):
    graphdef, params, others = nnx.split(model, nnx.Param, ...)
    if id(model) in KEPT and KEPT[id(model)][0]() is model:
        params = KEPT[id(model)][1]  # no need to read them again
    else:
        KEPT[id(model)] = weakref.ref(model), jax.tree.map(jnp.copy, params)
    outputs = []
    for _ in range(samples):
        others, y = forward(graphdef, params, others, x)
        outputs.append(y)
    nnx.update(model, others)
    return jnp.stack(outputs)
