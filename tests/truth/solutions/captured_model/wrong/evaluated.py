"""The model runs in evaluation mode, without dropout.
Class: numbers
Why: "Call `model(x)`", as it came.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def loss_fn(model, x, y):
    return jnp.square(model(x) - y).mean()


@nnx.jit
def train(model, xs, ys, rate):
    @nnx.scan(in_axes=(nnx.Carry, 0, 0), out_axes=(nnx.Carry, 0))
    def step(model, x, y):
        loss, grads = nnx.value_and_grad(loss_fn)(model, x, y)
        params = nnx.state(model, nnx.Param)
        nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
        return model, loss

    model.eval()
    losses = step(model, xs, ys)[1]
    model.train()
    return losses
