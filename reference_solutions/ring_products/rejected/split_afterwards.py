import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))


@jax.jit
def run(x, w):
    features = jax.nn.relu(x @ w)
    return features @ features.T


def compare_rows(x, w):
    return jax.device_put(run(x, w), NamedSharding(mesh, P("ring")))
