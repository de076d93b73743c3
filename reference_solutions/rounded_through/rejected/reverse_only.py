import jax
import jax.numpy as jnp


@jax.custom_vjp
def round_through(x):
    return jnp.round(x)


round_through.defvjp(lambda x: (jnp.round(x), None), lambda _, g: (g,))


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    return scale * round_through(jnp.clip(x / scale, low, high))
