import functools

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=P("data"), out_specs=(P("data"), P()))
def center_shard(rows):
    total = jax.lax.psum(rows.sum(axis=0), "data")
    share = total / (8 * rows.shape[0])
    rest = jax.lax.psum((rows - share).sum(axis=0), "data")
    mean = share + rest / (8 * rows.shape[0])
    return rows - mean, mean


def center(x):
    return center_shard(jax.device_put(x, NamedSharding(mesh, P("data"))))
