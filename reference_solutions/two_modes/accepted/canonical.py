import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit(graph=True)
def step(model, x, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)

    def loss(params):
        copy = nnx.merge(graphdef, params, rest, copy=True)
        value = jnp.square(copy(x) - x).mean()
        return value, nnx.state(copy, nnx.Not(nnx.Param), graph=True)

    (value, moved), grads = jax.value_and_grad(loss, has_aux=True)(params)
    stepped = jax.tree.map(lambda p, g: p - rate * g, params, grads)
    nnx.update(model, stepped, moved)
    return value


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
