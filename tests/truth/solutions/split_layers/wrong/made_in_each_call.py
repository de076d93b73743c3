"""The jitted function closes over the weights and is made in each call.
Class: retrace
Why: "A second call with other numbers traces nothing".
"""

from functools import partial

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))


def mlp_block(x, w1, b1, w2, b2):
    columns = jax.device_put(w1, NamedSharding(mesh, P(None, "model")))
    bias = jax.device_put(b1, NamedSharding(mesh, P("model")))
    rows = jax.device_put(w2, NamedSharding(mesh, P("model")))

    @partial(jax.shard_map, mesh=mesh, in_specs=(P(), *SPECS), out_specs=(P(), P(None, "model")))
    def on_device(x, w1, b1, w2):
        hidden = jax.nn.relu(x @ w1 + b1)
        return jax.lax.psum(hidden @ w2, "model"), hidden

    @jax.jit
    def program(x, b2):
        product, hidden = on_device(x, columns, bias, rows)
        return x + product + b2, hidden

    return program(x, b2)


SPECS = (P(None, "model"), P("model"), P("model"))
