"""A codec for each dtype is chosen by `match`, and each variable of the flat state is read and set."""

from dataclasses import dataclass
from typing import Callable

import jax
import jax.numpy as jnp
from flax import nnx


@dataclass(frozen=True)
class Codec:
    save: Callable
    load: Callable


def find_codec(array):
    match array.dtype:
        case dtype if jnp.issubdtype(dtype, jax.dtypes.prng_key):
            impl = jax.random.key_impl(array)
            return Codec(jax.random.key_data, lambda data: jax.random.wrap_key_data(data, impl=impl))
        case dtype if dtype == jnp.bfloat16:
            cast = jax.lax.bitcast_convert_type
            return Codec(lambda half: cast(half, jnp.uint16), lambda bits: cast(bits, jnp.bfloat16))
        case _:
            return Codec(lambda array: array, lambda array: array)


def switch(run, arrays):
    saved = {}
    for path, variable in nnx.to_flat_state(nnx.state(run)):
        name = "/".join(map(str, path))
        array = variable[...]
        codec = find_codec(array)
        saved[name] = codec.save(array)
        variable.set_value(codec.load(arrays[name]))
    return saved
