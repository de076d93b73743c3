import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def step(model, x):
    y = model(x)
    _, params, rest = nnx.split(model, nnx.Param, ...)
    return y, rest


def follow(model, batches):
    y, rest = step(model, batches[0])
    nnx.update(model, rest)
    ys = jnp.zeros((batches.shape[0], *y.shape), y.dtype).at[0].set(y)
    for b in range(1, batches.shape[0]):
        y, rest = step(model, batches[b])
        nnx.update(model, rest)
        ys = ys.at[b].set(y)
    return ys
