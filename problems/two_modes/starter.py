import jax
import jax.numpy as jnp
from flax import nnx


def loss(model, x):
    return jnp.square(model(x) - x).mean()


@nnx.jit
def step(model, x, rate):
    # Right in graph mode. In tree mode NNX refuses shared
    # variables, and differentiates counters, too.
    value, grads = nnx.value_and_grad(loss)(model, x)
    params = nnx.state(model, nnx.Param)
    moved = jax.tree.map(lambda p, g: p - rate * g, params, grads)
    nnx.update(model, moved)
    return value


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
