"""Stores the bits of every floating-point number of two bytes.

Class: dtype
Why: A float16 variable has to be stored as it is, but its bits as uint16 come out.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def is_key(array):
    return jnp.issubdtype(array.dtype, jax.dtypes.prng_key)


def is_half(array):
    return jnp.issubdtype(array.dtype, jnp.floating) and array.dtype.itemsize == 2


def pack(held):
    if is_key(held):
        return jax.random.key_data(held)
    return held.view(jnp.uint16) if is_half(held) else held


def unpack(array, held):
    if is_key(held):
        return jax.random.wrap_key_data(array)
    return array.view(held.dtype) if is_half(held) else array


def switch(run, arrays):
    boxes = {"/".join(map(str, path)): box for path, box in nnx.to_flat_state(nnx.state(run))}
    saved = {name: pack(box[...]) for name, box in boxes.items()}
    for name, box in boxes.items():
        box.set_value(unpack(arrays[name], box[...]))
    return saved
