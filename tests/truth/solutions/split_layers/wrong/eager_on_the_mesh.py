"""The arrays lie right, but each operation is a program of its own.
Class: half_eager
Why: "All floating-point arithmetic runs in a function made by `jax.jit`".
"""

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))

specs = (P(), P(None, "model"), P("model"), P("model"), P())


def mlp_block(*args):
    x, w1, b1, w2, b2 = (jax.device_put(arg, NamedSharding(mesh, spec)) for arg, spec in zip(args, specs, strict=True))
    hidden = jax.nn.relu(x @ w1 + b1)
    return x + hidden @ w2 + b2, hidden
