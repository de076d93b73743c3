"""A mesh of 2 x 4 devices, over both axes of which `shard_map` splits the hidden units; one psum over both."""

import functools

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

AXES = ("outer", "inner")
MESH = Mesh(np.array(jax.devices()).reshape(2, 4), AXES)
IN = (P(), P(None, AXES), P(AXES), P(AXES, None), P())
OUT = (P(), P(None, AXES))
PLACES = tuple(NamedSharding(MESH, spec) for spec in IN)


@jax.jit
@functools.partial(jax.shard_map, mesh=MESH, in_specs=IN, out_specs=OUT)
def block(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    return x + jax.lax.psum(hidden @ w2, AXES) + b2, hidden


def mlp_block(*arguments):
    return block(*map(jax.device_put, arguments, PLACES))
