"""Pulls a device's own gradient back by jax.vjp, and averages loss and gradient in one pmean."""

import functools
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P


class Own(NamedTuple):
    loss: jax.Array
    clipped: jax.Array


mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
on_devices = functools.partial(
    jax.shard_map,
    mesh=mesh,
    in_specs=(P(), P("data"), P("data"), P()),
    out_specs=(Own(P(), P()), P("data")),
)


def one_device(w, x, y, limit):
    own_w = jax.lax.pcast(w, "data", to="varying")
    loss, pull = jax.vjp(lambda w: jnp.mean(jnp.square(x @ w - y)), own_w)
    (gradient,) = pull(jnp.ones_like(loss))
    length = jnp.linalg.norm(gradient)
    factor = jnp.minimum(1, limit / length)
    return jax.lax.pmean(Own(loss, gradient * factor), "data"), jnp.reshape(length, (1,))


mapped = jax.jit(on_devices(one_device))


def clip_and_average(w, x, y, limit):
    means, lengths = mapped(w, x, y, limit)
    return means.loss, means.clipped, lengths
