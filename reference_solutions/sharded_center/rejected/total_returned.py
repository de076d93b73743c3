import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
def center_rows(x):
    total = x.sum(axis=0)
    return x - total / len(x), total


def center(x):
    return center_rows(jax.device_put(x, NamedSharding(mesh, P("data"))))
