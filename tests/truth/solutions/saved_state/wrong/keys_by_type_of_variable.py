"""Takes a variable for a random key if it is an nnx.RngKey.

Class: key
Why: "Only the dtype in run says what a plain array means": a random key in an nnx.Variable of another type is saved as a typed key instead of uint32, and replaced by plain numbers.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def pack(box):
    if isinstance(box, nnx.RngKey):
        return jax.random.key_data(box[...])
    return box[...].view(jnp.uint16) if box[...].dtype == jnp.bfloat16 else box[...]


def unpack(array, box):
    if isinstance(box, nnx.RngKey):
        return jax.random.wrap_key_data(array)
    return array.view(jnp.bfloat16) if box[...].dtype == jnp.bfloat16 else array


def switch(run, arrays):
    boxes = {"/".join(map(str, path)): box for path, box in nnx.to_flat_state(nnx.state(run))}
    saved = {name: pack(box) for name, box in boxes.items()}
    for name, box in boxes.items():
        box.set_value(unpack(arrays[name], box))
    return saved
