"""A device computes one column, whatever the number of its columns.
Class: example
Why: "`H` is a multiple of 8 and greater than `D`".
"""

import jax
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))


def on_device(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1[:, :1] + b1[:1])
    return x + jax.lax.psum(hidden @ w2[:1], "model") + b2, hidden


mlp_block = jax.jit(
    jax.shard_map(
        on_device,
        mesh=mesh,
        in_specs=(P(), P(None, "model"), P("model"), P("model"), P()),
        out_specs=(P(), P(None, "model")),
    )
)
