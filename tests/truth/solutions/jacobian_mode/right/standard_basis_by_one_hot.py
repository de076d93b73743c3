"""Makes unit vectors by one_hot and maps named helper functions over them."""

import jax
import jax.numpy as jnp


def unit_vectors(size):
    return jax.nn.one_hot(jnp.arange(size), size, dtype=jnp.float32)


def jacobian(f, x):
    num_inputs = x.shape[0]
    num_outputs = jax.eval_shape(f, x).shape[0]

    def jacobian_times(direction):
        _, tangent = jax.jvp(f, (x,), (direction,))
        return tangent

    if num_inputs <= num_outputs:
        return jnp.transpose(jax.vmap(jacobian_times)(unit_vectors(num_inputs)))

    _, vjp_function = jax.vjp(f, x)

    def times_jacobian(weights):
        (cotangent,) = vjp_function(weights)
        return cotangent

    return jax.vmap(times_jacobian)(unit_vectors(num_outputs))
