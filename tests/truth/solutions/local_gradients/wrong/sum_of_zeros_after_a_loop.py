"""Each device computes all eight eighths in a loop, and a sum of zeros is there for show.

Class: decoy
Why: "Device `i` has all of `w` and the `i`-th eighth of the rows of `x` and `y`".
"""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@partial(
    jax.shard_map,
    mesh=mesh,
    in_specs=(P(), P(), P(), P()),
    out_specs=(P(), P(), P("data")),
    check_vma=False,
)
def clip_and_average(w, x, y, limit):
    def of_block(block):
        rows, targets = block
        return jax.value_and_grad(lambda w: ((rows @ w - targets) ** 2).mean())(w)

    losses, gradients = jax.lax.map(of_block, (x.reshape(8, -1, w.size), y.reshape(8, -1)))
    lengths = jnp.linalg.norm(gradients, axis=1)
    clipped = gradients * jnp.minimum(1, limit / lengths)[:, None]
    nothing = jax.lax.psum(0 * losses[jax.lax.axis_index("data")], "data")
    own = jax.lax.dynamic_slice_in_dim(lengths, jax.lax.axis_index("data"), 1)
    return losses.mean() + nothing, clipped.mean(axis=0), own
