import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    # The values are right, and a gradient of 1 gets through. But it
    # gets through outside the range, too, and the scale gets none.
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    levels = jnp.round(jnp.clip(x / scale, low, high))
    return x + jax.lax.stop_gradient(scale * levels - x)
