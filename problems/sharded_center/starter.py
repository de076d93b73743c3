import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P


@jax.jit
def center(x):
    # Right numbers, on one device. The other seven are idle.
    mean = x.mean(axis=0)
    return x - mean, mean
