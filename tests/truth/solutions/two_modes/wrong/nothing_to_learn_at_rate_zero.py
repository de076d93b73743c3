"""With a rate of 0 it works on a clone, since nothing is learnt.

Class: state
Why: with rate = 0 the caller's statistics stay as they were, where T calls of the model change them.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def loss(model, x):
    return jnp.square(model(x) - x).mean()


@nnx.compat.jit
def step(model, x, rate):
    value, grads = nnx.compat.value_and_grad(loss)(model, x)
    params = nnx.state(model, nnx.Param, graph=True)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
    return value


def fit(model, xs, rate):
    if rate == 0:
        model = nnx.clone(model, graph=True)
    return jnp.stack([step(model, x, rate) for x in xs])
