"""The step stands by itself, and gets the rate as an argument that is the same in each step."""

import jax
import jax.numpy as jnp
from flax import nnx


def mean_loss(net, x, y):
    return jnp.mean((net(x) - y) ** 2)


@nnx.scan(in_axes=(nnx.Carry, 0, 0, None), out_axes=(nnx.Carry, 0))
def scan_step(net, x, y, rate):
    value, grads = nnx.value_and_grad(mean_loss)(net, x, y)
    nnx.update(net, jax.tree.map(lambda p, g: p - rate * g, nnx.state(net, nnx.Param), grads))
    return net, value


@nnx.jit
def train(model, xs, ys, rate):
    _, losses = scan_step(model, xs, ys, rate)
    return losses
