"""Two axes of devices, in one order for the first layer and in the other for the second: blocks meet the wrong weights.
Breaks: "`y = x + hidden @ w2 + b2`" (all is well if the rows of w2 are equal, as in the example).
Class: numbers
"""

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((2, 4), ("a", "b"), axis_types=(AxisType.Auto, AxisType.Auto))
specs = (P(), P(None, ("a", "b")), P(("a", "b")), P(("b", "a"), None), P())


@jax.jit
def run(*arrays):
    def block(x, w1, b1, w2, b2):
        hidden = jax.nn.relu(x @ w1 + b1)
        return x + jax.lax.psum(hidden @ w2, ("a", "b")) + b2, hidden

    out_specs = (P(), P(None, ("a", "b")))
    return jax.shard_map(block, mesh=mesh, in_specs=specs, out_specs=out_specs)(*arrays)


def mlp_block(x, w1, b1, w2, b2):
    arrays = (x, w1, b1, w2, b2)
    return run(*(jax.device_put(a, NamedSharding(mesh, s)) for a, s in zip(arrays, specs, strict=True)))
