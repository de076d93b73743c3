"""The gradient comes from forward mode, column by column; the one of reverse mode is selected away.
Breaks: "JAX has to differentiate `loss`, in reverse mode".
Class: decoy
"""

import jax
import jax.numpy as jnp


def descend(loss, params, rate):
    value, honest = jax.value_and_grad(loss)(params)
    columns = jax.vmap(lambda v: jax.jvp(loss, (params,), (v,))[1])(jnp.eye(params.size, dtype=params.dtype))
    slope = jnp.where(jnp.isnan(columns), honest, columns)
    return value, params - rate * slope
