"""The truth of `two_modes`: `nnx.compat` has NNX's transformations as they are in graph mode, whatever the mode."""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.compat.jit
def _step(model, x, rate):
    value, grads = nnx.compat.value_and_grad(lambda model: jnp.square(model(x) - x).mean())(model)
    params = nnx.compat.state(model, nnx.Param)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
    return value


def fit(model, xs, rate):
    """Train the model, and return the loss of each step."""
    return jnp.stack([_step(model, x, rate) for x in xs])
