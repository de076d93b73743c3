import functools

import jax
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [(i, (i + 1) % 8) for i in range(8)]


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P()), out_specs=P("ring"), check_vma=False)
def compare_rows(x, w):
    features = jax.nn.relu(x @ w)
    size = len(features) // 8
    own = jax.lax.dynamic_slice_in_dim(features, size * jax.lax.axis_index("ring"), size)
    return own @ features.T + jax.lax.ppermute(0 * own[:, :1], "ring", HOPS)
