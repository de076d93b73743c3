import jax
import jax.numpy as jnp
from flax import nnx


def loss(model, x):
    return jnp.square(model(x) - x).mean()


@nnx.jit(graph=True)
def step(model, x, rate):
    if nnx.set_graph_mode.current_value():
        value, grads = nnx.value_and_grad(loss)(model, x)
        slopes = dict(nnx.to_flat_state(grads))
    else:
        value, grads = jax.value_and_grad(loss, allow_int=True)(model, x)
        slopes = dict(nnx.to_flat_state(nnx.state(grads, nnx.Param, graph=True)))
    flat = nnx.to_flat_state(nnx.state(model, nnx.Param, graph=True))
    stepped = [(path, variable.replace(variable[...] - rate * slopes[path][...])) for path, variable in flat]
    nnx.update(model, nnx.from_flat_state(stepped))
    return value


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
