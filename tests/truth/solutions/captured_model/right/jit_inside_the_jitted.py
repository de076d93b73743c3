"""The mean of the squares by a function that is jitted in the jitted one."""

import jax
from flax import nnx


@nnx.jit
def train(model, xs, ys, rate):
    @jax.jit
    def mean_of_squares(errors):
        return (errors * errors).mean()

    def objective(net, batch):
        x, y = batch
        loss = mean_of_squares(net(x) - y)
        return loss, loss

    @nnx.scan(in_axes=(nnx.Carry, 0), out_axes=(nnx.Carry, 0))
    def step(net, batch):
        grads, loss = nnx.grad(objective, has_aux=True)(net, batch)
        old = nnx.state(net, nnx.Param)
        nnx.update(net, jax.tree.map(lambda p, g: p - rate * g, old, grads))
        return net, loss

    return step(model, (xs, ys))[1]
