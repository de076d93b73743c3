"""Reads the arrays when a run comes for the first time; after that it puts back what it remembers of the same run.

Class: state
Why: A second call for the same run with arrays that aren't what the first call returned is ignored, and the run holds what it held before the first call instead of what arrays says.
"""

import weakref

import jax
import jax.numpy as jnp
from flax import nnx

_remembered = []


def is_key(array):
    return jnp.issubdtype(array.dtype, jax.dtypes.prng_key)


def pack(held):
    if is_key(held):
        return jax.random.key_data(held)
    return held.view(jnp.uint16) if held.dtype == jnp.bfloat16 else held


def unpack(array, held):
    if is_key(held):
        return jax.random.wrap_key_data(array)
    return array.view(jnp.bfloat16) if held.dtype == jnp.bfloat16 else array


def switch(run, arrays):
    boxes = {"/".join(map(str, path)): box for path, box in nnx.to_flat_state(nnx.state(run))}
    held = {name: box[...] for name, box in boxes.items()}
    for entry in _remembered:
        if entry[0]() is run:
            values, entry[1] = entry[1], held
            break
    else:
        values = {name: unpack(arrays[name], held[name]) for name in boxes}
        _remembered.append([weakref.ref(run), held])
    for name, box in boxes.items():
        box.set_value(values[name])
    return {name: pack(array) for name, array in held.items()}
