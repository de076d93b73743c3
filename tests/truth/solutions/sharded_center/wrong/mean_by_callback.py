"""Takes the mean on the host in a callback, to which all rows travel.

Class: host
Why: No row ever does travel; each device adds up its own rows.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
split, everywhere = NamedSharding(mesh, P("data")), NamedSharding(mesh, P())


def on_host(x):
    return np.asarray(x).mean(axis=0, dtype=np.float32)


def compute(x):
    mean = jax.pure_callback(on_host, jax.ShapeDtypeStruct(x.shape[1:], jnp.float32), x)
    return x - mean, mean


_center = jax.jit(compute, out_shardings=(split, everywhere))


def center(x):
    return _center(jax.device_put(x, split))
