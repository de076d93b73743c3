import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def step(model, x, rate):
    value, grads = nnx.compat.value_and_grad(lambda model: jnp.square(model(x) - x).mean())(model)
    params = nnx.compat.state(model, nnx.Param)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
    return value


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
