"""Finds out which mode it is in, and takes the steps in the jitted function only in graph mode.

Class: sniffer
Why: "All steps are taken in a function that `nnx.jit`, `nnx.compat.jit` or `jax.jit` makes once": in tree mode every step runs eagerly.
"""

import functools

import jax
import jax.numpy as jnp
from flax import nnx


class Probe(nnx.Module):
    def __init__(self):
        self.first = nnx.Param(jnp.float32(0.0))
        self.second = self.first


def is_tree_mode():
    try:
        nnx.state(Probe())
    except ValueError:
        return True
    return False


def move(graphdef, params, rest, x, rate):
    def loss(params):
        copy = nnx.merge(graphdef, params, rest, copy=True)
        value = jnp.square(copy(x) - x).mean()
        _, _, after = nnx.split(copy, nnx.Param, ..., graph=True)
        return value, after

    (value, after), grads = jax.value_and_grad(loss, has_aux=True)(params)
    moved = jax.tree.map(lambda p, g: p - rate * g, params, grads)
    return value, moved, after


step = functools.partial(jax.jit, static_argnums=0)(move)


def fit(model, xs, rate):
    take = move if is_tree_mode() else step
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)
    losses = []
    for x in xs:
        value, params, rest = take(graphdef, params, rest, x, rate)
        losses.append(value)
    nnx.update(model, params)
    nnx.update(model, rest)
    return jnp.stack(losses)
