"""Puts the arrays in the order of their names, which is that of the variables, and fills them one by one.

Class: structure
Why: With eleven or more layers "layers/10" comes before "layers/2" as a text but after it as a path, so layer 2 gets the numbers of layer 10.
"""

import jax
import jax.numpy as jnp
from flax import nnx


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
    boxes = list(nnx.to_flat_state(nnx.state(run)))
    saved = {"/".join(map(str, path)): pack(box[...]) for path, box in boxes}
    for (_, box), name in zip(boxes, sorted(arrays)):
        box.set_value(unpack(arrays[name], box[...]))
    return saved
