"""A table of codecs, pairs of functions that work on NumPy views; each variable is set by its own `set_value`."""

import operator
from typing import Callable, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx

HALF = jnp.dtype("bfloat16")


class Codec(NamedTuple):
    fits: Callable
    out: Callable
    back: Callable


CODECS = (
    Codec(
        lambda dtype: jnp.issubdtype(dtype, jax.dtypes.prng_key),
        lambda value: np.asarray(jax.random.key_data(value)),
        lambda stored: jax.random.wrap_key_data(jnp.asarray(stored)),
    ),
    Codec(
        lambda dtype: dtype == HALF,
        lambda value: np.asarray(value).view(np.uint16),
        lambda stored: jnp.asarray(np.asarray(stored).view(HALF)),
    ),
    Codec(lambda dtype: True, np.asarray, jnp.asarray),
)


def codec_of(value):
    return next(codec for codec in CODECS if codec.fits(value.dtype))


def switch(run, arrays):
    variables = {"/".join(map(str, path)): variable for path, variable in nnx.to_flat_state(nnx.state(run))}
    held = {name: variable[...] for name, variable in variables.items()}
    codecs = {name: codec_of(value) for name, value in held.items()}
    saved = {name: codecs[name].out(value) for name, value in held.items()}
    news = zip(variables, operator.itemgetter(*variables)(arrays) if len(variables) > 1 else map(arrays.get, variables))
    for name, stored in news:
        variables[name].set_value(codecs[name].back(stored))
    return saved
