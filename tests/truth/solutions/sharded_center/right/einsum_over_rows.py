"""Adds up the rows by `einsum`, and divides by their number."""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
put = lambda x: jax.device_put(x, NamedSharding(mesh, P("data")))


@jax.jit
def _center(x):
    mean = jnp.einsum("nd->d", x) / len(x)
    return x - mean, mean


def center(x):
    return _center(put(x))
