"""The mode is set while the file is loaded. The gradient is made later.
Class: structure
Why: "Write it so that it is right in both".
"""

import jax
import jax.numpy as jnp
from flax import nnx


with nnx.set_graph_mode(True), nnx.set_graph_updates(True):

    @nnx.jit
    def step(model, x, rate):
        loss, grads = nnx.value_and_grad(lambda model: jnp.square(model(x) - x).mean())(model)
        nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, nnx.state(model, nnx.Param), grads))
        return loss


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
