"""The loss is that of after the step.
Class: numbers
Why: "each from before the step on it".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.compat.jit
def step(model, x, rate):
    def loss_fn(model):
        return jnp.square(model(x) - x).mean()

    grads = nnx.compat.grad(loss_fn)(model)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, nnx.compat.state(model, nnx.Param), grads))
    return loss_fn(nnx.compat.clone(model))


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
