import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    steps = [
        lambda v: v / scale,
        lambda v: jnp.clip(v, -(2 ** (bits - 1)), 2 ** (bits - 1) - 1),
        lambda v: v + jax.lax.stop_gradient(jnp.rint(v) - v),
        lambda v: v * scale,
    ]
    for step in steps:
        x = step(x)
    return x
