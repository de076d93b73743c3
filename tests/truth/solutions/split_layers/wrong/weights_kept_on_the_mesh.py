"""The weights of the first call stay on the mesh and are used in all later ones.
Class: memory
Why: "hidden = jax.nn.relu(x @ w1 + b1)".
"""

from functools import partial

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))

specs = (P(None, "model"), P("model"), P("model"), P())
kept = {}


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P(), *specs), out_specs=(P(), P(None, "model")))
def program(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    return x + jax.lax.psum(hidden @ w2, "model") + b2, hidden


def mlp_block(x, *weights):
    if weights[0].shape not in kept:
        shardings = tuple(NamedSharding(mesh, spec) for spec in specs)
        kept[weights[0].shape] = jax.device_put(weights, shardings)
    return program(x, *kept[weights[0].shape])
