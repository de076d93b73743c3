"""Lowered and compiled once for each set of shapes, and kept."""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))

rows, whole = NamedSharding(mesh, P("data")), NamedSharding(mesh, P())
programs = {}


def local(w, x, y, limit):
    w = jax.lax.pcast(w, "data", to="varying")
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)
    length = jnp.linalg.norm(gradient)
    averaged = jax.lax.pmean((loss, gradient * jnp.minimum(1, limit / length)), "data")
    return *averaged, length[None]


mapped = jax.shard_map(local, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data")))


def clip_and_average(w, x, y, limit):
    args = jax.device_put((w, x, y, limit), (whole, rows, rows, whole))
    key = (x.shape, w.shape)
    if key not in programs:
        programs[key] = jax.jit(mapped).lower(*args).compile()
    return programs[key](*args)
