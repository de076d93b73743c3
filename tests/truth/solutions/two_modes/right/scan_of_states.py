import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit(graph=True)
def fit(model, xs, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)

    def loss_fn(params, rest, x):
        net = nnx.merge(graphdef, params, rest, copy=True)
        value = jnp.square(net(x) - x).mean()
        return value, nnx.split(net, nnx.Param, ..., graph=True)[2]

    def body(carry, x):
        params, rest = carry
        (value, rest), grads = jax.value_and_grad(loss_fn, has_aux=True)(params, rest, x)
        return (jax.tree.map(lambda p, g: p - rate * g, params, grads), rest), value

    (params, rest), losses = jax.lax.scan(body, (params, rest), xs)
    nnx.update(model, params, rest)
    return losses
