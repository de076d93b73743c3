"""Splits the model once, scans over a NamedTuple of its states by jax.lax.scan, and writes them back once."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from flax import nnx


class Parts(NamedTuple):
    params: nnx.State
    rest: nnx.State


def measure(params, graphdef, rest, x, y):
    model = nnx.merge(graphdef, params, rest, copy=True)
    value = jnp.square(model(x) - y).mean()
    _, _, moved = nnx.split(model, nnx.Param, ...)
    return value, moved


def advance(graphdef, rate, parts, batch):
    (value, rest), grads = jax.value_and_grad(measure, has_aux=True)(parts.params, graphdef, parts.rest, *batch)
    params = jax.tree.map(lambda p, g: p - rate * g, parts.params, grads)
    return Parts(params, rest), value


@partial(jax.jit, static_argnames=("graphdef",))
def run(parts, xs, ys, rate, *, graphdef):
    return jax.lax.scan(partial(advance, graphdef, rate), parts, (xs, ys))


def train(model, xs, ys, rate):
    graphdef, *parts = nnx.split(model, nnx.Param, ...)
    parts, losses = run(Parts(*parts), xs, ys, rate, graphdef=graphdef)
    nnx.update(model, *parts)
    return losses
