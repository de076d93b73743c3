"""All features are gathered, as in the starter.
Class: layout
Why: "No device ever has the features of all rows".
"""

from functools import partial

import jax
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def compare_rows(x, w):
    mine = jax.nn.relu(x @ w)
    return mine @ jax.lax.all_gather(mine, "ring").reshape(-1, w.shape[1]).T
