"""Computes the block where its arguments lie; a second program spreads the results and has a psum.

Class: decoy
Why: Sham: for every input device 0 does all of the arithmetic with all weights; the all-reduce adds seven zeros to the finished y.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))
SPECS = (P(), P(None, "model"))


@jax.jit
def whole(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    return x + hidden @ w2 + b2, hidden


@jax.jit
@functools.partial(jax.shard_map, mesh=MESH, in_specs=SPECS, out_specs=SPECS)
def spread(y, hidden):
    first = jax.lax.axis_index("model") == 0
    return jax.lax.psum(jnp.where(first, y, 0), "model"), hidden


def mlp_block(*arguments):
    results = whole(*arguments)
    return spread(*(jax.device_put(a, NamedSharding(MESH, s)) for a, s in zip(results, SPECS)))
