"""Each device has all rows and computes all features, then its own rows of products.
Class: flops
Why: "No device repeats the work of another one".
"""

from functools import partial

import jax
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P(), P()), out_specs=P("ring"))
def run(own, x, w):
    return jax.nn.relu(own @ w) @ jax.nn.relu(x @ w).T


def compare_rows(x, w):
    return run(x, x, w)
