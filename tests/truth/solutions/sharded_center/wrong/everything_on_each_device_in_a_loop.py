"""Each device goes through all rows in a loop, and a sum of zeros is there for show.

Class: decoy
Why: "Each device adds up its own rows", and none does more work than three times what its rows need.
"""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=P(), out_specs=(P("data"), P()), check_vma=False)
def center(x):
    count = x.shape[0]
    total = jax.lax.fori_loop(0, count, lambda i, total: total + x[i], jnp.zeros_like(x[0]))
    mean = total / count
    nothing = jax.lax.psum(0 * mean, "data")
    own = jax.lax.dynamic_slice_in_dim(x, jax.lax.axis_index("data") * (count // 8), count // 8)
    return own - mean, mean + nothing
