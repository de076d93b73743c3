"""The honest program runs, and its results are dropped for those of an eager loop on one device.
Class: decoy
Why: "the results are what that returns".
"""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))

rows, whole = NamedSharding(mesh, P("data")), NamedSharding(mesh, P())


def loss_of(w, x, y):
    return ((x @ w - y) ** 2).mean()


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data")))
def honest(w, x, y, limit):
    w = jax.lax.pcast(w, "data", to="varying")
    loss, gradient = jax.value_and_grad(loss_of)(w, x, y)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / length)
    return jax.lax.pmean(loss, "data"), jax.lax.pmean(clipped, "data"), length[None]


def clip_and_average(w, x, y, limit):
    honest(w, x, y, limit)
    losses, gradients, lengths = [], [], []
    for rows_x, rows_y in zip(jnp.split(x, 8), jnp.split(y, 8), strict=True):
        loss, gradient = jax.value_and_grad(loss_of)(w, rows_x, rows_y)
        length = jnp.linalg.norm(gradient)
        losses.append(loss)
        gradients.append(gradient * jnp.minimum(1, limit / length))
        lengths.append(length)
    results = jnp.stack(losses).mean(), jnp.stack(gradients).mean(axis=0), jnp.stack(lengths)
    return jax.device_put(results, (whole, whole, rows))
