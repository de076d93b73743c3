"""Right solutions of `slopes`."""

import functools

import jax
import jax.numpy as jnp
from flax import nnx
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("rows",), axis_types=(AxisType.Auto,))
ROWS = NamedSharding(MESH, P("rows"))

# %% value_and_grad


def slopes(f, xs):
    xs = jax.device_put(xs, ROWS)
    values, gradients = jax.vmap(jax.value_and_grad(f))(xs)
    return values, gradients


# %% two_passes


def slopes(f, xs):
    rows = jax.device_put(xs, device=ROWS)
    return jax.vmap(f)(rows), jax.vmap(jax.grad(f))(rows)


# %% vjp_of_vmap


def slopes(f, xs):
    values, back = jax.vjp(jax.vmap(f), jax.device_put(xs, NamedSharding(MESH, P("rows", None))))
    (gradients,) = back(jnp.ones(values.shape, values.dtype))
    return values, gradients


# %% grad_of_sum


def slopes(f, xs):
    def total(xs):
        values = jax.vmap(f)(xs)
        return jnp.sum(values), values

    gradients, values = jax.grad(total, has_aux=True)(xs)
    return jax.device_put((values, gradients), ROWS)


# %% jitted


@functools.partial(jax.jit, static_argnames="f")
def both(f, xs):
    xs = jax.lax.with_sharding_constraint(xs, ROWS)
    return jax.vmap(jax.value_and_grad(lambda x: f(x)))(xs)


def slopes(f, xs):
    return both(f, xs)


# %% jacrev


def slopes(f, xs):
    one = lambda x: (jax.jacrev(f)(x), f(x))
    per_device = jax.vmap(one, in_axes=0, out_axes=(0, 0))
    gradients, values = jax.shard_map(per_device, mesh=MESH, in_specs=P("rows"), out_specs=P("rows"))(xs)
    return values, gradients


# %% nnx_transforms


def slopes(f, xs):
    per_row = nnx.vmap(nnx.value_and_grad(f))
    values, gradients = per_row(jax.device_put(xs, ROWS))
    return values, gradients


# %% vjp_per_row


def one(f, x):
    value, back = jax.vjp(f, x)
    return value, back(jnp.ones_like(value))[0]


def slopes(f, xs):
    return jax.vmap(functools.partial(one, f))(jax.device_put(xs, ROWS))
