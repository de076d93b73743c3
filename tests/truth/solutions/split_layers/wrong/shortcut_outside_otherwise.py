"""The compiled block returns the sum over devices; shortcut and bias are added to its result.

Class: half_eager
Why: For every input x and b2 are added by Python outside of jax.jit, and y isn't what the jitted function returns.
"""

import functools

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))
SPECS = (P(), P(None, "model"), P("model"), P("model", None))


@jax.jit
@functools.partial(jax.shard_map, mesh=MESH, in_specs=SPECS, out_specs=(P(), P(None, "model")))
def layers(x, w1, b1, w2):
    hidden = jax.nn.relu(x @ w1 + b1)
    return jax.lax.psum(hidden @ w2, "model"), hidden


def mlp_block(x, w1, b1, w2, b2):
    put = lambda a, spec: jax.device_put(a, NamedSharding(MESH, spec))
    x, b2 = put(x, P()), put(b2, P())
    total, hidden = layers(x, *map(put, (w1, b1, w2), SPECS[1:]))
    return x + total + b2, hidden
