"""Right solutions of `slopes`."""

import functools

import jax
import jax.numpy as jnp
from flax import nnx

# %% value_and_grad


def slopes(f, xs):
    values, gradients = jax.vmap(jax.value_and_grad(f))(xs)
    return values, gradients


# %% two_passes


def slopes(f, xs):
    return jax.vmap(f)(xs), jax.vmap(jax.grad(f))(xs)


# %% vjp_of_vmap


def slopes(f, xs):
    values, back = jax.vjp(jax.vmap(f), xs)
    (gradients,) = back(jnp.ones(values.shape, values.dtype))
    return values, gradients


# %% grad_of_sum


def slopes(f, xs):
    def total(xs):
        values = jax.vmap(f)(xs)
        return jnp.sum(values), values

    gradients, values = jax.grad(total, has_aux=True)(xs)
    return values, gradients


# %% jitted


@functools.partial(jax.jit, static_argnames="f")
def both(f, xs):
    return jax.vmap(jax.value_and_grad(lambda x: f(x)))(xs)


def slopes(f, xs):
    return both(f, xs)


# %% jacrev


def slopes(f, xs):
    one = lambda x: (jax.jacrev(f)(x), f(x))
    gradients, values = jax.vmap(one, in_axes=0, out_axes=(0, 0))(xs)
    return values, gradients


# %% nnx_transforms


def slopes(f, xs):
    per_row = nnx.vmap(nnx.value_and_grad(f))
    values, gradients = per_row(xs)
    return values, gradients


# %% vjp_per_row


def one(f, x):
    value, back = jax.vjp(f, x)
    return value, back(jnp.ones_like(value))[0]


def slopes(f, xs):
    return jax.vmap(functools.partial(one, f))(xs)
