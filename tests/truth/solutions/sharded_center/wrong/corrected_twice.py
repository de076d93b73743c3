"""The mean of what is left is subtracted again, for better rounding, and sums travel a second time.
Class: layout
Why: "The compiled programs hold exactly one `all-reduce`, which adds up the devices' sums, and no other collective".
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
        mean = x.sum(axis=0) / x.shape[0]
        left = x - mean
        rest = left.sum(axis=0) / x.shape[0]
        return left - rest, mean + rest

    return compiled, split


def center(x):
    compiled, split = setup()
    return compiled(jax.device_put(x, split))
