"""Splits in each argument the axis that has the length H.

Class: layout
Why: "N may be equal [...] to H": then x is split by rows, each device lacks most of it, and XLA has to gather it with a second collective.
"""

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))
everywhere = NamedSharding(mesh, P())
by_columns = NamedSharding(mesh, P(None, "model"))


def run(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    return x + hidden @ w2 + b2, hidden


run = jax.jit(run, out_shardings=(everywhere, by_columns))


def mlp_block(x, w1, b1, w2, b2):
    units = b1.shape[0]

    def put(array):
        spec = P(*("model" if length == units else None for length in array.shape))
        return jax.device_put(array, NamedSharding(mesh, spec))

    return run(*map(put, (x, w1, b1, w2, b2)))
