import jax
import jax.numpy as jnp


def fake_quantise(x, scale, bits):
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1

    def one(number, width):
        v = jnp.clip(number / width, low, high)
        return width * (v + jax.lax.stop_gradient(jnp.round(v) - v))

    return jax.vmap(jax.vmap(one))(x, jnp.broadcast_to(scale, x.shape))
