import jax
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@jax.shard_map(mesh=mesh, in_specs=P("data"), out_specs=(P("data"), P()))
def center(x):
    mean = x.mean(axis=0)
    return x - mean, mean
