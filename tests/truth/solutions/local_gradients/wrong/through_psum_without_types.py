"""Differentiates through `psum` with the types off, and gets eight times the gradient.
Class: numbers
Why: "of this loss, with respect to w".
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
    in_specs=(P(), P("data"), P("data"), P()),
    out_specs=(P(), P(), P("data")),
    check_vma=False,
)
def clip_and_average(w, x, y, limit):
    total, gradient = jax.value_and_grad(lambda w: jax.lax.psum(((x @ w - y) ** 2).mean(), "data"))(w)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / length)
    return total / 8, jax.lax.pmean(clipped, "data"), length[None]
