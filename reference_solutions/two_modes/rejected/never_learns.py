import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit(graph=True)
def step(model, x, rate):
    return jnp.square(model(x) - x).mean()


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
