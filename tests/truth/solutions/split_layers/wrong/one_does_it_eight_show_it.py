"""One device computes everything; then eight devices add up the finished result and seven arrays of zeros.

Class: decoy
Why: "none does more than three times the floating-point operations that its eighth needs": the first device does all of them and holds all weights, and the all-reduce adds zeros.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))
places = (P(), P(None, "model"))


@jax.jit
def compute(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    return x + hidden @ w2 + b2, hidden


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=places, out_specs=places)
def spread(y, hidden):
    part = jnp.where(jax.lax.axis_index("model") == 0, y, 0)
    return jax.lax.psum(part, "model"), hidden


def mlp_block(x, w1, b1, w2, b2):
    results = compute(x, w1, b1, w2, b2)
    return spread(*(jax.device_put(r, NamedSharding(mesh, p)) for r, p in zip(results, places)))
