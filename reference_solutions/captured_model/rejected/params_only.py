import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def train(model, xs, ys, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ...)

    def step(params, batch):
        x, y = batch

        def loss(params):
            current = nnx.merge(graphdef, params, rest, copy=True)
            return jnp.square(current(x) - y).mean()

        value, grads = jax.value_and_grad(loss)(params)
        return jax.tree.map(lambda p, g: p - rate * g, params, grads), value

    params, losses = jax.lax.scan(step, params, (xs, ys))
    nnx.update(model, params)
    return losses
