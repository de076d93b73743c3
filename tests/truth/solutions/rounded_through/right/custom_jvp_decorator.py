import jax
import jax.numpy as jnp


@jax.custom_jvp
def rounded(v):
    return jnp.round(v)


@rounded.defjvp
def rounded_jvp(primals, tangents):
    return rounded(primals[0]), tangents[0]


def fake_quantise(x, scale, bits):
    low = -(2 ** (bits - 1))
    high = 2 ** (bits - 1) - 1
    return rounded((x / scale).clip(low, high)) * scale
