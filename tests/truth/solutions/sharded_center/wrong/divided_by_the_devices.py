"""The sums are divided by 8, which is right for eight rows only.
Class: numbers
Why: "Subtract each column's mean from a batch that is split over eight devices".
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P


@functools.cache
def setup():
    mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
    split, whole = NamedSharding(mesh, P("data")), NamedSharding(mesh, P())

    @functools.partial(jax.jit, out_shardings=(split, whole))
    def compiled(x):
        mean = x.sum(axis=0) / 8
        return x - mean, mean

    return compiled, split


def center(x):
    compiled, split = setup()
    return compiled(jax.device_put(x, split))
