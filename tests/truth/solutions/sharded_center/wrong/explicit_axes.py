"""The mesh has axes of the type Explicit, so the caller cannot take a row out of the result.
Class: layout
Why: "Make a mesh of all 8 devices, in the order of `jax.devices()`, with axes of the type `AxisType.Auto`".
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P


@functools.cache
def setup():
    mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Explicit,))
    split, whole = NamedSharding(mesh, P("data")), NamedSharding(mesh, P())

    @functools.partial(jax.jit, out_shardings=(split, whole))
    def compiled(x):
        mean = x.sum(axis=0) / x.shape[0]
        return x - mean, mean

    return compiled, split


def center(x):
    compiled, split = setup()
    return compiled(jax.device_put(x, split))
