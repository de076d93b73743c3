"""Splits each array along its first axis of length H.

Class: layout
Why: For N = H it splits the rows of hidden (and of x) instead of the columns of hidden.
"""

import functools

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))


def layout(shape, h):
    spec = [None] * len(shape)
    if h in shape:
        spec[shape.index(h)] = "model"
    return NamedSharding(MESH, P(*spec))


def formula(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    return x + hidden @ w2 + b2, hidden


@functools.cache
def program(n, h):
    return jax.jit(formula, out_shardings=(NamedSharding(MESH, P()), layout((n, h), h)))


def mlp_block(x, w1, b1, w2, b2):
    h = b1.size
    placed = [jax.device_put(a, layout(a.shape, h)) for a in (x, w1, b1, w2, b2)]
    return program(x.shape[0], h)(*placed)
