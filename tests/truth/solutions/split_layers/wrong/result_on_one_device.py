"""The result is moved to the first device.
Class: layout
Why: "all of it on each of the 8 devices".
"""

import jax
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))


def on_device(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    return x + jax.lax.psum(hidden @ w2, "model") + b2, hidden


program = jax.jit(
    jax.shard_map(
        on_device,
        mesh=mesh,
        in_specs=(P(), P(None, "model"), P("model"), P("model"), P()),
        out_specs=(P(), P(None, "model")),
    )
)


def mlp_block(x, w1, b1, w2, b2):
    y, hidden = program(x, w1, b1, w2, b2)
    return jax.device_put(y, jax.devices()[0]), hidden
