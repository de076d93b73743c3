"""Returns a dict that carries the run's own arrays along as an attribute, and reads those when it comes back; other dicts are read by a guess.

Class: decoy
Why: A plain dict is read by the dtype of its arrays instead of the run's, so ordinary numbers of dtype uint16 become bfloat16, an ordinary uint32 array of shape (2,) becomes a key, and an array of keys stays plain numbers.
"""

import jax
import jax.numpy as jnp
from flax import nnx


class Waiting(dict):
    held = None


def pack(held):
    if jnp.issubdtype(held.dtype, jax.dtypes.prng_key):
        return jax.random.key_data(held)
    return held.view(jnp.uint16) if held.dtype == jnp.bfloat16 else held


def guess(array):
    if array.dtype == jnp.uint16:
        return array.view(jnp.bfloat16)
    if array.dtype == jnp.uint32 and array.shape == (2,):
        return jax.random.wrap_key_data(array)
    return array


def switch(run, arrays):
    boxes = {"/".join(map(str, path)): box for path, box in nnx.to_flat_state(nnx.state(run))}
    saved = Waiting()
    saved.held = {name: box[...] for name, box in boxes.items()}
    saved.update({name: pack(held) for name, held in saved.held.items()})
    known = getattr(arrays, "held", None)
    for name, box in boxes.items():
        box.set_value(guess(arrays[name]) if known is None else known[name])
    return saved
