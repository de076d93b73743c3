"""Adds zero times a sharded sum to results that one device computed.

Class: decoy
Why: Each device adds up its own rows; in one compiled function compute the mean and subtract it.
"""

import jax
import numpy as np
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
split, everywhere = NamedSharding(mesh, P("data")), NamedSharding(mesh, P())


@jax.jit
def finish(rows, centered, mean):
    nothing = 0 * rows.sum(axis=0)
    return centered + nothing, mean + nothing


def center(x):
    host = np.asarray(x)
    mean = host.mean(axis=0, dtype=np.float32)
    placed = jax.device_put(x, split), jax.device_put(host - mean, split), jax.device_put(mean, everywhere)
    return finish(*placed)
