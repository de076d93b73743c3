import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def train(model, xs, ys, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ...)

    def loss_fn(params, rest, x, y):
        net = nnx.merge(graphdef, params, rest, copy=True)
        loss = jnp.square(net(x) - y).mean()
        return loss, nnx.split(net, nnx.Param, ...)[2]

    def body(carry, batch):
        params, rest = carry
        (loss, rest), grads = jax.value_and_grad(loss_fn, has_aux=True)(params, rest, *batch)
        params = jax.tree.map(lambda p, g: p - rate * g, params, grads)
        return (params, rest), loss

    (params, rest), losses = jax.lax.scan(body, (params, rest), (xs, ys))
    nnx.update(model, params, rest)
    return losses
