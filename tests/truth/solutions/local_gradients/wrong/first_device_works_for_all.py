"""Device 0 has all rows and does the work of all eight, the others send zeros to a true all-reduce.

Class: decoy
Why: breaches "The devices share the work: none does more than three times the floating-point operations that its part needs": device 0 computes all eight gradients besides its own.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


def mean_square(w, x, y):
    return ((x @ w - y) ** 2).mean()


@functools.partial(
    jax.shard_map,
    mesh=mesh,
    in_specs=(P(), P("data"), P("data"), P(), P(), P()),
    out_specs=(P(), P(), P("data")),
    check_vma=False,
)
def on_each(w, x, y, all_x, all_y, limit):
    def all_eight():
        eighths = all_x.reshape(8, -1, w.size), all_y.reshape(8, -1)
        losses, gradients = jax.vmap(jax.value_and_grad(mean_square), in_axes=(None, 0, 0))(w, *eighths)
        lengths = jnp.linalg.norm(gradients, axis=1, keepdims=True)
        return losses.mean(), (gradients * jnp.minimum(1, limit / lengths)).mean(axis=0)

    def nothing():
        return jnp.zeros((), w.dtype), jnp.zeros_like(w)

    loss, gradient = jax.lax.cond(jax.lax.axis_index("data") == 0, all_eight, nothing)
    length = jnp.linalg.norm(jax.grad(mean_square)(w, x, y))
    return jax.lax.psum(loss, "data"), jax.lax.psum(gradient, "data"), length[None]


@jax.jit
def clip_and_average(w, x, y, limit):
    return on_each(w, x, y, x, y, limit)
