"""Stores every floating dtype of two bytes as bits, float16 too.
Breaks "anything else: as it is".
Class: dtype
"""
import jax
import jax.numpy as jnp
from flax import nnx


def is_key(value):
    return jnp.issubdtype(value.dtype, jax.dtypes.prng_key)


def is_half(value):
    return jnp.issubdtype(value.dtype, jnp.floating) and value.dtype.itemsize == 2


def pack(value):
    if is_key(value):
        return jax.random.key_data(value)
    return jax.lax.bitcast_convert_type(value, jnp.uint16) if is_half(value) else value


def unpack(plain, value):
    if is_key(value):
        return jax.random.wrap_key_data(plain)
    return jax.lax.bitcast_convert_type(plain, value.dtype) if is_half(value) else plain


def switch(run, arrays):
    saved = {}
    for path, variable in nnx.to_flat_state(nnx.state(run)):
        name, value = "/".join(map(str, path)), variable.get_value()
        saved[name] = pack(value)
        variable.set_value(unpack(arrays[name], value))
    return saved
