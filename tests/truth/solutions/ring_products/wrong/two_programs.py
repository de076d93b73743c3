"""Compiles the features and the ring apart, and calls one after the other.

Class: dispatches
Why: breaches "All of this is one call of one function made by `jax.jit`": there are two, with the features of all rows as an array between.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [(i, (i + 1) % 8) for i in range(8)]


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def features_of(x, w):
    return jax.nn.relu(x @ w)


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=P("ring"), out_specs=P("ring"))
def products_of(own):
    def hop(guest, _):
        return jax.lax.ppermute(guest, "ring", HOPS), own @ guest.T

    _, blocks = jax.lax.scan(hop, own, length=8)
    order = (jax.lax.axis_index("ring") - jnp.arange(8)) % 8
    return blocks[order].transpose(1, 0, 2).reshape(own.shape[0], -1)


def compare_rows(x, w):
    return products_of(features_of(x, w))
