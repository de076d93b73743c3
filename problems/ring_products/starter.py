import functools

import jax
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def compare_rows(x, w):
    # The right numbers. But each device waits for the features
    # of all rows, and has to have room for them.
    own = jax.nn.relu(x @ w)
    everything = jax.lax.all_gather(own, "ring", tiled=True)
    return own @ everything.T
