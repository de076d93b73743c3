"""A mesh of four by two devices, and both axes split the layers."""

import jax
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("a", "b"), axis_types=(AxisType.Auto,) * 2)
AB = ("a", "b")


def on_device(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    partial_sum = hidden @ w2
    y = jax.lax.psum(partial_sum, AB)
    y += x
    y += b2
    return y, hidden


mlp_block = jax.jit(
    jax.shard_map(
        on_device,
        mesh=mesh,
        in_specs=(P(None, None), P(None, AB), P(AB), P(AB, None), P(None)),
        out_specs=(P(None, None), P(None, AB)),
    )
)
