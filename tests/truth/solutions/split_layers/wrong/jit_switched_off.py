"""The jitted block is called where `jax.disable_jit` is in force, after it has been compiled for show.

Class: half_eager
Why: "All floating-point arithmetic runs in a function made by jax.jit, and the results are what that returns": what is returned was computed operation by operation, and the compiled program's results are dropped.
"""

import functools

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,), devices=jax.devices())
IN = (P(), P(None, "model"), P("model"), P("model", None), P())


@jax.jit
@functools.partial(jax.shard_map, mesh=MESH, in_specs=IN, out_specs=(P(), P(None, "model")))
def block(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    return x + jax.lax.psum(hidden @ w2, "model") + b2, hidden


def mlp_block(x, w1, b1, w2, b2):
    args = [jax.device_put(a, NamedSharding(MESH, s)) for a, s in zip((x, w1, b1, w2, b2), IN)]
    block(*args)
    with jax.disable_jit():
        return block(*args)
