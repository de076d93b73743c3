"""Explains each step, and asserts shapes and dtypes."""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    x = jnp.asarray(x)
    assert x.ndim == 1
    description = jax.eval_shape(f, x)
    assert description.ndim == 1
    number_of_inputs = int(x.shape[0])
    number_of_outputs = int(description.shape[0])
    print("from", number_of_inputs, "to", number_of_outputs)
    if number_of_inputs > number_of_outputs:
        # There are fewer rows than columns: one reverse pass a row.
        result = jax.jacrev(f, argnums=0)(x)
    else:
        # There are fewer columns than rows: one forward pass a column.
        result = jax.jacfwd(f, argnums=0)(x)
    assert result.shape == (number_of_outputs, number_of_inputs)
    return result
