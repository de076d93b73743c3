"""Splits all streams, takes them apart, and returns the mapped layers' state in place of a module."""

import functools

import jax
from flax import nnx


def state_of(make, width, graphdef, state):
    return nnx.state(make(width, nnx.merge(graphdef, state)))


def make_layers(make, width, depth, rngs):
    graphdef, state = nnx.split(rngs.split(depth))
    create = functools.partial(state_of, make, width, graphdef)
    return jax.vmap(create, in_axes=0, out_axes=0, axis_size=depth)(state)
