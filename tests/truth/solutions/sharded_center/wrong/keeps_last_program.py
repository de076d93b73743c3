"""Makes a jitted function for a shape and keeps the last one, to save memory.

Class: retrace
Why: A shape that comes back after another one is traced again, though JAX is to trace once for each shape.
"""

import functools

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@functools.lru_cache(maxsize=1)
def program(shape):
    rows_in_all = shape[0]

    def body(rows):
        mean = jax.lax.psum(rows.sum(axis=0), "data") / rows_in_all
        return rows - mean, mean

    return jax.jit(jax.shard_map(body, mesh=MESH, in_specs=P("data"), out_specs=(P("data"), P())))


def center(x):
    return program(x.shape)(jax.device_put(x, NamedSharding(MESH, P("data"))))
