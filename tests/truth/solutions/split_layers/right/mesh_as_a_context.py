"""The mesh is set as a context, and places are named by `PartitionSpec`s alone."""

import jax
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))


@jax.jit
def block(x, w1, b1, w2, b2):
    constrain = jax.lax.with_sharding_constraint
    w1 = constrain(w1, P(None, "model"))
    b1 = constrain(b1, P("model"))
    w2 = constrain(w2, P("model", None))
    hidden = constrain(jax.nn.relu(x @ w1 + b1), P(None, "model"))
    y = constrain(hidden @ w2, P())
    return y + x + b2, hidden


def mlp_block(x, w1, b1, w2, b2):
    with jax.set_mesh(mesh):
        return block(x, w1, b1, w2, b2)
