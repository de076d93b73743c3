import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit(graph=True)
def step(model, x, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)

    def loss(params):
        copy = nnx.merge(graphdef, params, rest, copy=True)
        return jnp.square(copy(x) - x).mean()

    value, grads = jax.value_and_grad(loss)(params)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
    return value


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
