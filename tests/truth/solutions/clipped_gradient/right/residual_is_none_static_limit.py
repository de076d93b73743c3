import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnums=1)
def quantise(x, limit):
    return _layer(x, limit)


@functools.partial(jax.custom_vjp, nondiff_argnames=("limit",))
def _layer(x, limit):
    return jnp.round(x)


def _fwd(x, limit):
    return _layer(x, limit), None


def _bwd(limit, res, g):
    del res
    return (jax.vmap(lambda r: r * jnp.clip(limit / jnp.linalg.norm(r), max=1.0))(g),)


_layer.defvjp(_fwd, _bwd)
