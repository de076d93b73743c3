"""Each device adds up all rows, and a sum of zeros is there for show.

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
    rows = x.shape[0] // 8
    mean = x.mean(axis=0)
    nothing = jax.lax.psum(0 * x[0], "data")
    own = jax.lax.dynamic_slice_in_dim(x, jax.lax.axis_index("data") * rows, rows)
    return own - mean, mean + nothing
