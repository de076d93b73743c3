"""Right solutions of `softplus`."""

import jax
import jax.numpy as jnp
from flax import nnx

# %% logaddexp


def softplus(x):
    return jnp.logaddexp(x, 0.0)


# %% library


def softplus(x):
    return jax.nn.softplus(x)


# %% where_inside


def softplus(x):
    big = x > 15.0
    safe = jnp.where(big, 0.0, x)
    return jnp.where(big, x, jnp.log1p(jnp.exp(safe)))


# %% custom_gradient


@jax.custom_jvp
def softplus(x):
    return jnp.logaddexp(x, 0)


@softplus.defjvp
def softplus_jvp(primals, tangents):
    (x,), (t,) = primals, tangents
    return softplus(x), jax.nn.sigmoid(x) * t


# %% log_sigmoid


def softplus(x):
    negated = jax.nn.log_sigmoid(-x)
    return -negated


# %% per_element


def one(value):
    return jnp.logaddexp(value, jnp.zeros_like(value))


softplus = jax.jit(jax.vmap(one))


# %% nnx_function


@nnx.jit
def softplus(x):
    y = nnx.softplus(x)
    return y


# %% logsumexp


def softplus(x):
    return jax.vmap(lambda v: jax.nn.logsumexp(v * jnp.array([0.0, 1.0])))(x)
