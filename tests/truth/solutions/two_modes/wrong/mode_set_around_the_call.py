"""Sets graph mode around the call, for a step that was decorated when the file was loaded.

Class: other
Why: loaded in tree mode, `nnx.jit` has read that mode already: for a model with shared variables it raises a ValueError.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def loss(model, x):
    return jnp.square(model(x) - x).mean()


@nnx.jit
def step(model, x, rate):
    value, grads = nnx.value_and_grad(loss)(model, x)
    params = nnx.state(model, nnx.Param)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
    return value


def fit(model, xs, rate):
    with nnx.set_graph_mode(True), nnx.set_graph_updates(True):
        return jnp.stack([step(model, x, rate) for x in xs])
