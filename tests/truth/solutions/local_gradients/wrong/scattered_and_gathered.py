"""Averages as rings do, by a reduce-scatter and an all-gather.

Class: structure
Why: breaches "The compiled programs hold one or two all-reduce and no other collective": the gradient travels by reduce-scatter and all-gather.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(
    jax.shard_map,
    mesh=mesh,
    in_specs=(P(), P("data"), P("data"), P()),
    out_specs=(P(), P(), P("data")),
    check_vma=False,
)
def clip_and_average(w, x, y, limit):
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / length)
    padded = jnp.pad(clipped, (0, -clipped.size % 8))
    part = jax.lax.psum_scatter(padded, "data", tiled=True) / 8
    average = jax.lax.all_gather(part, "data", tiled=True)[: clipped.size]
    return jax.lax.pmean(loss, "data"), average, length[None]
