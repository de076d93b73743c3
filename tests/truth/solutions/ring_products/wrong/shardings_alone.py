"""No `shard_map`: the shardings are given to `jit`, and XLA gathers.
Class: layout
Why: "They travel from neighbour to neighbour by `jax.lax.ppermute`".
"""

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("rows",), axis_types=(AxisType.Auto,))
rows, whole = NamedSharding(mesh, P("rows")), NamedSharding(mesh, P())


def products(x, w):
    features = jax.nn.relu(x @ w)
    return features @ features.T


compiled = jax.jit(products, in_shardings=(rows, whole), out_shardings=rows)


def compare_rows(x, w):
    return compiled(jax.device_put(x, rows), jax.device_put(w, whole))
