import jax
import jax.numpy as jnp
from flax import nnx


def loss(model, x):
    return jnp.square(model(x) - x).mean(), nnx.state(model, nnx.BatchStat, graph=True)


@nnx.jit(graph=True)
def step(model, x, rate):
    # As a pytree, a model has a leaf for each place.
    (value, moved), grads = jax.value_and_grad(loss, has_aux=True, allow_int=True)(model, x)
    slopes = dict(nnx.to_flat_state(nnx.state(grads, nnx.Param, graph=True)))
    flat = nnx.to_flat_state(nnx.state(model, nnx.Param, graph=True))
    stepped = [(path, variable.replace(variable[...] - rate * slopes[path][...])) for path, variable in flat]
    nnx.update(model, nnx.from_flat_state(stepped), moved)
    return value


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
