"""Between two jitted functions all features are copied to each device, and zeros go around.
Class: dispatches
Why: "All of this is one call of one function made by `jax.jit`".
"""

from functools import partial

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def encode(x, w):
    return jax.nn.relu(x @ w)


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def multiply(own, features):
    nothing = jax.lax.ppermute(0 * own[:, :1], "ring", [(i, (i + 1) % 8) for i in range(8)])
    return own @ features.T + nothing


def compare_rows(x, w):
    own = encode(x, w)
    return multiply(own, jax.device_put(own, NamedSharding(mesh, P())))
