"""Takes the mean in NumPy and closes over it, so the program has it as a constant.

Class: retrace
Why: In one compiled function compute the mean; a second call with other numbers traces nothing.
"""

import jax
import numpy as np
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
everywhere = NamedSharding(mesh, P())


def center(x):
    mean = np.asarray(x).mean(axis=0)
    compute = jax.jit(lambda rows: rows - mean)
    return compute(jax.device_put(x, NamedSharding(mesh, P("data")))), jax.device_put(mean, everywhere)
