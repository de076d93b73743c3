"""Compiled once for each set of shapes, and kept in a dictionary."""

from functools import partial

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))

SPECS = (P(), P(None, "model"), P("model"), P("model"), P())
SHARDINGS = tuple(NamedSharding(mesh, spec) for spec in SPECS)
compiled = {}


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=SPECS, out_specs=(P(), P(None, "model")))
def program(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    total = jax.lax.psum(hidden @ w2, axis_name="model")
    return total + (x + b2), hidden


def mlp_block(*args):
    placed = jax.device_put(args, SHARDINGS)
    shapes = tuple(a.shape for a in args)
    if shapes not in compiled:
        compiled[shapes] = program.lower(*placed).compile()
    return compiled[shapes](*placed)
