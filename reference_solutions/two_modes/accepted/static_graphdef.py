"""Pure functions of states and `jax.jit`. Only `split` and `state` look at the graph."""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


def loss(params, rest, graphdef, x):
    model = nnx.merge(graphdef, params, rest, copy=True)
    value = jnp.mean((model(x) - x) ** 2)
    return value, nnx.split(model, nnx.Param, ..., graph=True)[2]


@functools.partial(jax.jit, static_argnums=0)
def run(graphdef, params, rest, xs, rate):
    def step(carry, x):
        params, rest = carry
        (value, rest), grads = jax.value_and_grad(loss, has_aux=True)(params, rest, graphdef, x)
        return (jax.tree.map(lambda p, g: p - rate * g, params, grads), rest), value

    return jax.lax.scan(step, (params, rest), xs)


def fit(model, xs, rate):
    states, losses = run(*nnx.split(model, nnx.Param, ..., graph=True), xs, rate)
    nnx.update(model, *states)
    return losses
