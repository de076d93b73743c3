"""Calls a copy of the model for the loss and the statistics, and another one for the slope.

Class: flops
Why: Each step breaks "Call `model(x)` once": the forward pass is computed twice, though all numbers are right.
"""

import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit(static_argnums=0)
def run(graphdef, params, rest, xs, rate):
    def loss(params, rest, x):
        model = nnx.merge(graphdef, params, rest, copy=True)
        value = jnp.square(model(x) - x).mean()
        return value, nnx.state(model, nnx.Not(nnx.Param), graph=True)

    def step(state, x):
        params, rest = state
        value, moved = loss(params, rest, x)
        grads = jax.grad(lambda params: loss(params, rest, x)[0])(params)
        return (jax.tree.map(lambda p, g: p - rate * g, params, grads), moved), value

    return jax.lax.scan(step, (params, rest), xs)


def fit(model, xs, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)
    (params, rest), losses = run(graphdef, params, rest, xs, rate)
    nnx.update(model, params, rest)
    return losses
