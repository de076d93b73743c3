"""The losses come from a jitted clone, and the model learns eagerly.
Class: decoy
Why: "Losses and variables are what it returns".
"""

import jax
import jax.numpy as jnp
from flax import nnx


def update(model, x, rate):
    loss, grads = nnx.compat.value_and_grad(lambda model: jnp.square(model(x) - x).mean())(model)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, nnx.compat.state(model, nnx.Param), grads))
    return loss


step = nnx.compat.jit(update)


def fit(model, xs, rate):
    losses = []
    for x in xs:
        losses.append(step(nnx.compat.clone(model), x, rate))
        update(model, x, rate)
    return jnp.stack(losses)
