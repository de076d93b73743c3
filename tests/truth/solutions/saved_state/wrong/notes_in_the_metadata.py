"""Writes into the metadata of each variable how it is stored, and goes by this note in later calls.

Class: mark
Why: "run has the same structure after the call": metadata are part of a run's graph definition, and each variable has an entry more afterwards, so `nnx.graphdef(run)` differs and a jitted step is traced again.
"""

import jax
import jax.numpy as jnp
from flax import nnx

PACK = {
    "key": jax.random.key_data,
    "bits": lambda array: jax.lax.bitcast_convert_type(array, jnp.uint16),
    "plain": lambda array: array,
}
UNPACK = {
    "key": jax.random.wrap_key_data,
    "bits": lambda stored: jax.lax.bitcast_convert_type(stored, jnp.bfloat16),
    "plain": lambda stored: stored,
}


def kind_of(variable):
    known = variable.get_metadata().get("stored_as")
    if known is None:
        dtype = variable[...].dtype
        is_key = jnp.issubdtype(dtype, jax.dtypes.prng_key)
        known = "key" if is_key else "bits" if dtype == jnp.bfloat16 else "plain"
        variable.set_metadata(stored_as=known)
    return known


def switch(run, arrays):
    variables = {"/".join(map(str, path)): variable for path, variable in nnx.to_flat_state(nnx.state(run))}
    saved = {name: PACK[kind_of(variable)](variable[...]) for name, variable in variables.items()}
    for name, variable in variables.items():
        variable.set_value(UNPACK[kind_of(variable)](arrays[name]))
    return saved
