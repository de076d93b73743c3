"""The mode is set around the calls.
Class: structure
Why: "Your file is loaded and called in graph mode, and loaded once more and called in tree mode".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def step(model, x, rate):
    loss, grads = nnx.value_and_grad(lambda model: jnp.square(model(x) - x).mean())(model)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, nnx.state(model, nnx.Param), grads))
    return loss


def fit(model, xs, rate):
    with nnx.set_graph_mode(True):
        with nnx.set_graph_updates(True):
            return jnp.stack([step(model, x, rate) for x in xs])
