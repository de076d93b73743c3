"""Weights stay on the mesh, and are known by the object `w1`: who brings the same one is taken to bring the same others.

Class: state
Why: A second call with the same array `w1` and another `b1`, `w2` or `b2` computes with those of the first call.
"""

import functools

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,), devices=jax.devices())
IN = (P(), P(None, "model"), P("model"), P("model", None), P())
PLACED = {}


@jax.jit
@functools.partial(jax.shard_map, mesh=MESH, in_specs=IN, out_specs=(P(), P(None, "model")))
def block(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    return x + jax.lax.psum(hidden @ w2, "model") + b2, hidden


def mlp_block(x, w1, b1, w2, b2):
    if id(w1) not in PLACED:
        weights = [jax.device_put(a, NamedSharding(MESH, s)) for a, s in zip((w1, b1, w2, b2), IN[1:])]
        PLACED[id(w1)] = w1, weights  # w1 itself is kept, so that no other array gets its id
    _, weights = PLACED[id(w1)]
    return block(jax.device_put(x, NamedSharding(MESH, P())), *weights)
