"""Each device computes all features; its own travel around, and zeros times what comes back are added.
Class: decoy
Why: "No device does more than twice the floating-point operations that its eighth needs".
"""

from functools import partial

import jax
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [(i, (i + 1) % 8) for i in range(8)]


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P(), P()), out_specs=P("ring"))
def run(own, x, w):
    mine = jax.nn.relu(own @ w)
    back, _ = jax.lax.scan(lambda b, _: (jax.lax.ppermute(b, "ring", HOPS), None), mine, length=8)
    return mine @ jax.nn.relu(x @ w).T + 0 * back[:, :1]


def compare_rows(x, w):
    return run(x, x, w)
