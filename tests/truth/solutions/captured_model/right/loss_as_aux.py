import jax
import jax.numpy as jnp
from flax import nnx


def objective(net, batch):
    x, y = batch
    errors = net(x) - y
    loss = (errors * errors).mean()
    return loss, loss


@nnx.jit
def train(model, xs, ys, rate):
    @nnx.scan(in_axes=(nnx.Carry, 0), out_axes=(nnx.Carry, 0))
    def step(net, batch):
        grads, loss = nnx.grad(objective, has_aux=True)(net, batch)
        old = nnx.state(net, nnx.Param)
        nnx.update(net, jax.tree.map(lambda p, g: p - rate * g, old, grads))
        return net, loss

    return step(model, (xs, ys))[1]
