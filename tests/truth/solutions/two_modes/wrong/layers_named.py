"""Trains the variables of one kind of model.
Class: structure
Why: "Your function must not name their variables".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.compat.jit
def step(model, x, rate):
    loss, grads = nnx.compat.value_and_grad(lambda model: jnp.square(model(x) - x).mean())(model)
    for name in ("kernel", "bias"):
        variable = getattr(model.encoder, name)
        variable[...] = variable[...] - rate * grads["encoder"][name][...]
    return loss


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
