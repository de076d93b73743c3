"""In tree mode the losses are those of a model that stands still.
Class: state
Why: "Each loss is that of a model which the earlier steps have changed".
"""

import jax
import jax.numpy as jnp
from flax import nnx


GRAPH = nnx.set_graph_mode.current_value()


def update(model, x, rate):
    loss, grads = nnx.compat.value_and_grad(lambda model: jnp.square(model(x) - x).mean())(model)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, nnx.compat.state(model, nnx.Param), grads))
    return loss


def look(model, x, rate):
    return jnp.square(model(x) - x).mean()


step = nnx.compat.jit(update if GRAPH else look)


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
