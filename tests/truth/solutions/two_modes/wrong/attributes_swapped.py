"""In the end a new model is merged, and its attributes are put into the caller's: the values are right, the variables are others.
It breaks "the caller's model holds what T steps leave, in the same variables, which are shared as before".
Class: state
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


@functools.partial(jax.jit, static_argnums=0)
def run(graphdef, params, rest, xs, rate):
    def step(state, x):
        params, rest = state

        def loss(params):
            copy = nnx.merge(graphdef, params, rest, copy=True)
            value = jnp.square(copy(x) - x).mean()
            return value, nnx.split(copy, nnx.Param, ..., graph=True)[2]

        (value, moved), grads = jax.value_and_grad(loss, has_aux=True)(params)
        return (jax.tree.map(lambda p, g: p - rate * g, params, grads), moved), value

    return jax.lax.scan(step, (params, rest), xs)


def fit(model, xs, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)
    states, losses = run(graphdef, params, rest, xs, rate)
    new = nnx.merge(graphdef, *states)
    for name, value in vars(new).items():
        if not name.startswith("_"):
            setattr(model, name, value)
    return losses
