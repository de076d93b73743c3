"""A NamedTuple of states goes through one jax.lax.scan under jax.jit with a static graphdef; split and merge with graph=True."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from flax import nnx


class Parts(NamedTuple):
    params: nnx.State
    rest: nnx.State


def take_apart(model):
    graphdef, *states = nnx.split(model, nnx.Param, ..., graph=True)
    return graphdef, Parts(*states)


@partial(jax.jit, static_argnames="graphdef")
def run(parts, xs, rate, *, graphdef):
    def loss(params, rest, x):
        model = nnx.merge(graphdef, params, rest, copy=True)
        value = jnp.square(model(x) - x).mean()
        return value, take_apart(model)[1].rest

    def step(now, x):
        (value, rest), grads = jax.value_and_grad(loss, has_aux=True)(now.params, now.rest, x)
        return Parts(jax.tree.map(lambda p, g: p - rate * g, now.params, grads), rest), value

    return jax.lax.scan(step, parts, xs)


def fit(model, xs, rate):
    graphdef, parts = take_apart(model)
    parts, losses = run(parts, xs, rate, graphdef=graphdef)
    nnx.update(model, *parts)
    return losses
