"""Computes everything on one device in vmap, and then runs a shard_map over finished results.

Class: decoy
Why: It breaches "The devices share the work": a program of one device computes all eight gradients, and the pmean only averages equal numbers.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
def prepare(w, x, y, limit):
    def one(x, y):
        loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)
        length = jnp.linalg.norm(gradient)
        return loss, gradient * jnp.minimum(1, limit / length), length

    losses, clipped, lengths = jax.vmap(one)(x.reshape(8, -1, w.size), y.reshape(8, -1))
    return losses.mean(), clipped.mean(axis=0), lengths


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P(), P("data")), out_specs=(P(), P(), P("data")))
def average(loss, gradient, length):
    own = jax.lax.pcast((loss, gradient), "data", to="varying")
    return *jax.lax.pmean(own, "data"), length


def clip_and_average(w, x, y, limit):
    return average(*prepare(w, x, y, limit))
