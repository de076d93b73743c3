"""Object style: train itself is nnx.jit, nnx.scan carries the model, batches come as a dict, and the rate is a broadcast argument."""

import jax
import jax.numpy as jnp
from flax import nnx


def loss_of(net, batch):
    return jnp.square(net(batch["x"]) - batch["y"]).mean()


@nnx.scan(in_axes=(nnx.Carry, 0, None), out_axes=(nnx.Carry, 0))
def step(net, batch, rate):
    value, grads = nnx.value_and_grad(loss_of)(net, batch)
    assert value.shape == ()
    nnx.update(net, jax.tree.map(lambda p, g: p - rate * g, nnx.state(net, nnx.Param), grads))
    return net, value


@nnx.jit
def train(model, xs, ys, rate):
    _, losses = step(model, {"x": xs, "y": ys}, rate)
    return losses
