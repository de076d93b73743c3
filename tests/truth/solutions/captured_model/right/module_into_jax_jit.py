"""`jax.jit` takes the module as a pytree, and the changed copy comes back."""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def learn(model, xs, ys, rate):
    @nnx.scan(in_axes=(nnx.Carry, 0), out_axes=(nnx.Carry, 0))
    def one(model, batch):
        x, y = batch
        loss, grads = nnx.value_and_grad(lambda m: jnp.square(m(x) - y).mean())(model)
        nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, nnx.state(model, nnx.Param), grads))
        return model, loss

    model, losses = one(model, (xs, ys))
    return nnx.state(model), losses


def train(model, xs, ys, rate):
    state, losses = learn(model, xs, ys, rate)
    nnx.update(model, state)
    return losses
