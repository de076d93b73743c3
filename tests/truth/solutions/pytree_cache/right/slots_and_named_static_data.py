"""A slotted class with a named leaf, a named tuple as its static data, and a step that is a partial over the box."""

import functools
import operator
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax.tree_util import GetAttrKey, register_pytree_with_keys


class Static(NamedTuple):
    scale: int


class ConfigBox:
    __slots__ = ("scale", "vec")

    def __init__(self, vec, scale):
        self.vec = vec
        self.scale = scale


def _flatten(box):
    return (box.vec,), Static(box.scale)


def _flatten_with_keys(box):
    children, static = _flatten(box)
    return tuple(zip((GetAttrKey("vec"),), children)), static


def _unflatten(static, children):
    (vec,) = children
    return ConfigBox(vec, static.scale)


register_pytree_with_keys(ConfigBox, _flatten_with_keys, _unflatten, _flatten)


def _step(box, state, x):
    terms = (box.vec, state, jnp.ones(box.scale))
    return (functools.reduce(operator.add, terms) * x,) * 2


@jax.jit
def run_scan(box, init, xs):
    return jax.lax.scan(functools.partial(_step, box), init, xs)
