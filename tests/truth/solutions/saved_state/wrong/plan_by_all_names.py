"""Looks at the dtypes of a run once, and remembers them for all runs with just the same names.

Class: memory
Why: A second run with the same names and other dtypes (bfloat16 weights where the first had float32 ones) gets the first run's plan, so its bfloat16 is returned as it is and replaced by uint16.
"""

import jax
import jax.numpy as jnp
from flax import nnx

PLANS = {}


def make_plan(variables):
    plan = {}
    for name, variable in variables.items():
        dtype = variable[...].dtype
        if jnp.issubdtype(dtype, jax.dtypes.prng_key):
            plan[name] = jax.random.key_data, jax.random.wrap_key_data
        elif dtype == jnp.bfloat16:
            plan[name] = (
                lambda array: jax.lax.bitcast_convert_type(array, jnp.uint16),
                lambda stored: jax.lax.bitcast_convert_type(stored, jnp.bfloat16),
            )
        else:
            plan[name] = (lambda array: array), (lambda stored: stored)
    return plan


def switch(run, arrays):
    variables = {"/".join(map(str, path)): variable for path, variable in nnx.to_flat_state(nnx.state(run))}
    names = tuple(sorted(variables))
    if names not in PLANS:
        PLANS[names] = make_plan(variables)
    plan = PLANS[names]
    saved = {name: plan[name][0](variable[...]) for name, variable in variables.items()}
    for name, variable in variables.items():
        variable.set_value(plan[name][1](arrays[name]))
    return saved
