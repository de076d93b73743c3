import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

BOTH = ("node", "device")
mesh = jax.make_mesh((2, 4), BOTH, axis_types=(AxisType.Auto, AxisType.Auto))


def work(x, w1, b1, w2, b2):
    hidden = jnp.maximum(x @ w1 + b1, 0)
    total = jax.lax.psum(jnp.dot(hidden, w2), axis_name=BOTH)
    return total + x + b2, hidden


in_specs = (P(), P(None, BOTH), P(BOTH), P(BOTH), P())
mlp_block = jax.jit(jax.shard_map(work, mesh=mesh, in_specs=in_specs, out_specs=(P(), P(None, BOTH))))
