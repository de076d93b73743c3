"""A mesh of four by two devices, a shard_map over both axes, and a psum before shortcut and bias."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

AXES = ("y", "x")
MESH = Mesh(np.array(jax.devices()).reshape(4, 2), AXES, axis_types=(AxisType.Auto,) * 2)
SPECS = (P(), P(None, AXES), P(AXES), P(AXES, None), P())
SHARDINGS = tuple(NamedSharding(MESH, spec) for spec in SPECS)


@jax.jit
@functools.partial(jax.shard_map, mesh=MESH, in_specs=SPECS, out_specs=(P(), P(None, AXES)))
def block(x, w1, b1, w2, b2):
    hidden = jnp.maximum(x @ w1 + b1, 0)
    terms = jax.lax.psum(hidden @ w2, AXES)
    return x + terms + b2, hidden


def mlp_block(*arguments):
    return block(*map(jax.device_put, arguments, SHARDINGS))
