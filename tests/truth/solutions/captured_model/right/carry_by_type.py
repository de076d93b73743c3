"""`nnx.StateAxes` says for each type of variable that it is carried."""

import jax
import jax.numpy as jnp
from flax import nnx

CARRIED = nnx.StateAxes({nnx.Param: nnx.Carry, ...: nnx.Carry})


@nnx.jit
def train(model, xs, ys, rate):
    @nnx.scan(in_axes=(CARRIED, 0, 0), out_axes=0)
    def step(net, x, y):
        loss, grads = nnx.value_and_grad(lambda net: jnp.square(net(x) - y).mean())(net)
        nnx.update(net, jax.tree.map(lambda p, g: p - rate * g, nnx.state(net, nnx.Param), grads))
        return loss

    return step(model, xs, ys)
