"""A Python loop calls a jitted hop eight times, after another jitted function has made the features.

Class: dispatches
Why: breaches "All of this is one call of one function made by jax.jit": there are nine calls of two functions.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [(i, (i + 1) % 8) for i in range(8)]
SPLIT = P("ring")


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(SPLIT, P()), out_specs=(SPLIT, SPLIT))
def begin(x, w):
    return jax.nn.relu(x @ w), jnp.zeros((x.shape[0], 8 * x.shape[0]), x.dtype)


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(SPLIT, SPLIT, SPLIT, P()), out_specs=(SPLIT, SPLIT))
def hop(own, guest, products, number):
    owner = (jax.lax.axis_index("ring") - number) % 8
    products = jax.lax.dynamic_update_slice_in_dim(products, own @ guest.T, owner * own.shape[0], axis=1)
    return jax.lax.ppermute(guest, "ring", HOPS), products


def compare_rows(x, w):
    own, products = begin(x, w)
    guest = own
    for number in range(8):
        guest, products = hop(own, guest, products, number)
    return products
