"""Style: a table of codecs (which dtypes, how to pack, how to unpack), and nested dict comprehensions."""
from collections.abc import Callable
from typing import NamedTuple

import jax
import jax.numpy as jnp
from flax import nnx


class Codec(NamedTuple):
    suits: Callable[[jax.Array], bool]
    pack: Callable[[jax.Array], jax.Array]
    unpack: Callable[[jax.Array, jax.Array], jax.Array]


def bits(array, dtype):
    return jax.lax.bitcast_convert_type(array, dtype)


CODECS = (
    Codec(
        lambda like: jnp.issubdtype(like.dtype, jax.dtypes.prng_key),
        jax.random.key_data,
        lambda plain, like: jax.random.wrap_key_data(plain, impl=jax.random.key_impl(like)),
    ),
    Codec(
        lambda like: like.dtype == jnp.bfloat16,
        lambda array: bits(array, jnp.uint16),
        lambda plain, like: bits(plain, jnp.bfloat16),
    ),
    Codec(lambda like: True, lambda array: array, lambda plain, like: plain),
)


def codec_for(like):
    return next(codec for codec in CODECS if codec.suits(like))


def switch(run, arrays):
    variables = {"/".join(map(str, path)): variable for path, variable in nnx.to_flat_state(nnx.state(run))}
    held = {name: variable.get_value() for name, variable in variables.items()}
    for name, variable in variables.items():
        variable.set_value(codec_for(held[name]).unpack(arrays[name], held[name]))
    return {name: codec_for(value).pack(value) for name, value in held.items()}
