"""One device computes everything. A second program sums its result with seven zeros, and so has the all-reduce.
Breaks: "The devices share the work: none does more than three times the floating-point operations that its eighth needs."
Class: decoy
"""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("m",), axis_types=(AxisType.Auto,))


@jax.jit
def everything(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    return x + hidden @ w2 + b2, hidden


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P(None, "m")), out_specs=(P(), P(None, "m")))
def deal(y, hidden):
    first = jax.lax.axis_index("m") == 0
    return jax.lax.psum(jnp.where(first, y, 0), "m"), hidden


def mlp_block(x, w1, b1, w2, b2):
    y, hidden = everything(x, w1, b1, w2, b2)
    return deal(jax.device_put(y, NamedSharding(mesh, P())), jax.device_put(hidden, NamedSharding(mesh, P(None, "m"))))
