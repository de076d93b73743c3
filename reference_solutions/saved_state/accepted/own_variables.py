"""Goes through the run's own variables, and writes into each."""

import jax
import jax.numpy as jnp
from flax import nnx


def variables_of(run):
    for path, node in nnx.iter_graph(run):
        if isinstance(node, nnx.Variable):
            yield "/".join(str(entry) for entry in path), node


def save(run):
    saved = {}
    for name, variable in variables_of(run):
        array = variable[...]
        if jnp.issubdtype(array.dtype, jax.dtypes.prng_key):
            array = jax.random.key_data(array)
        elif array.dtype == jnp.bfloat16:
            array = array.view(jnp.uint16)
        saved[name] = array
    return saved


def restore(run, arrays):
    for name, variable in variables_of(run):
        array, dtype = arrays[name], variable[...].dtype
        if jnp.issubdtype(dtype, jax.dtypes.prng_key):
            array = jax.random.wrap_key_data(array)
        elif dtype == jnp.bfloat16:
            array = array.view(dtype)
        variable[...] = array


def switch(run, arrays):
    saved = save(run)
    restore(run, arrays)
    return saved
