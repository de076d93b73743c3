"""NumPy adds up each device's rows, and only these eight sums are added by the compiled function.
Class: other
Why: "nothing is computed in NumPy or by a callback".
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P


@functools.cache
def setup():
    mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
    split, whole = NamedSharding(mesh, P("data")), NamedSharding(mesh, P())

    @functools.partial(jax.jit, out_shardings=(split, whole))
    def compiled(x, sums):
        mean = sums.sum(axis=0) / x.shape[0]
        return x - mean, mean

    return compiled, split


def center(x):
    compiled, split = setup()
    sums = np.asarray(x).reshape(8, -1, x.shape[1]).sum(axis=1)
    return compiled(jax.device_put(x, split), jax.device_put(jnp.asarray(sums), split))
