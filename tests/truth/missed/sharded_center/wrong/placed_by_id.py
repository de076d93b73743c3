"""Placed by id.

Class: other
Why: Breaks "Subtract each column's mean from a batch", that is, from the one that is given: the placed copy of x is
kept by id(x) and shape, without keeping x, and Python gives the same id to later arrays. Seen at
`[center(jnp.full((8, 1), k))[1].item() for k in (1.0, 2.0, 3.0)]`, which may give 1 more than once.
"""

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
ROWS = NamedSharding(MESH, P("data"))
_PLACED = {}


@jax.jit
def run(x):
    mean = x.mean(axis=0)
    return x - mean, mean


def center(x):
    key = id(x), x.shape
    if key not in _PLACED:
        _PLACED[key] = jax.device_put(x, ROWS)
    return run(_PLACED[key])
