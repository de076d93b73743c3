import jax
import jax.numpy as jnp
from flax import nnx


def body(carry, batch):
    model, rate = carry
    x, y = batch

    def loss_fn(model):
        return jnp.square(model(x) - y).mean()

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    new = jax.tree.map(lambda p, g: p - rate * g, nnx.state(model, nnx.Param), grads)
    nnx.update(model, new)
    return (model, rate), loss


def run(model, xs, ys, rate):
    looped = nnx.scan(body, in_axes=(nnx.Carry, 0), out_axes=(nnx.Carry, 0))
    return looped((model, rate), (xs, ys))[1]


train = nnx.jit(run)
