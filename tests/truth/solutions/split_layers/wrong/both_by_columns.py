"""Both layers are split by columns, so the hidden numbers are gathered in between.
Class: layout
Why: "The compiled programs hold exactly one `all-reduce` and no other collective".
"""

from functools import partial

import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))

whole = NamedSharding(mesh, P())
columns = NamedSharding(mesh, P(None, "model"))


@jax.jit
@partial(
    jax.shard_map,
    mesh=mesh,
    in_specs=(P(), P(None, "model"), P("model"), P(), P()),
    out_specs=(P(), P(None, "model")),
    check_vma=False,
)
def mlp_block(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    everything = jax.lax.all_gather(hidden, "model", axis=1, tiled=True)
    return x + everything @ w2 + b2, hidden
