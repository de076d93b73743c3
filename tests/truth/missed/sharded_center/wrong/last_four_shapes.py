"""Last four shapes.

Class: numbers
Why: Breaks "JAX traces your code once for each shape" ("A shape may come back after another one"): compiled functions
are kept in an lru_cache of four. Seen if a shape comes back after four others: it is traced again.
"""

import functools

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
ROWS, ALL = NamedSharding(MESH, P("data")), NamedSharding(MESH, P())


@functools.lru_cache(maxsize=4)
def program(shape):
    def run(x):
        mean = x.sum(axis=0) / shape[0]
        return x - mean, mean

    return jax.jit(run, out_shardings=(ROWS, ALL))


def center(x):
    return program(x.shape)(jax.device_put(x, ROWS))
