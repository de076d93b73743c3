import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


def subtract(p, g, rate):
    return np.asarray(p) - np.asarray(rate) * np.asarray(g)


@nnx.compat.jit
def step(model, x, rate):
    value, grads = nnx.compat.value_and_grad(lambda model: jnp.square(model(x) - x).mean())(model)
    params = nnx.compat.state(model, nnx.Param)

    def move(p, g):
        shape = jax.ShapeDtypeStruct(p.shape, p.dtype)
        return jax.pure_callback(subtract, shape, p, g, rate)

    nnx.update(model, jax.tree.map(move, params, grads))
    return value


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
