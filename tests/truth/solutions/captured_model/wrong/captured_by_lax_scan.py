"""The step of `jax.lax.scan` changes the model of the function around it.
Class: structure
Why: "After the call the caller's `model` holds what `T` steps leave".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def train(model, xs, ys, rate):
    def step(carry, batch):
        x, y = batch
        loss, grads = nnx.value_and_grad(lambda model: jnp.square(model(x) - y).mean())(model)
        nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, nnx.state(model, nnx.Param), grads))
        return carry, loss

    return jax.lax.scan(step, None, (xs, ys))[1]
