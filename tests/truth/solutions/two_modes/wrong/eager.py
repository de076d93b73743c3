"""Nothing is compiled.
Class: half_eager
Why: "All steps are taken in a function that `nnx.jit`, `nnx.compat.jit` or `jax.jit` makes when the file is loaded".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def step(model, x, rate):
    loss, grads = nnx.compat.value_and_grad(lambda model: jnp.square(model(x) - x).mean())(model)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, nnx.compat.state(model, nnx.Param), grads))
    return loss


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
