import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def train(model, xs, ys, rate):
    def step(_, batch):
        x, y = batch
        graphdef, params, rest = nnx.split(model, nnx.Param, ...)

        def loss(params):
            copy = nnx.merge(graphdef, params, rest, copy=True)
            return jnp.square(copy(x) - y).mean(), nnx.state(copy, nnx.Not(nnx.Param))

        (value, moved), grads = jax.value_and_grad(loss, has_aux=True)(params)
        nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads), moved)
        return None, value

    return jax.lax.scan(step, None, (xs, ys))[1]
