import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    decay = decay.astype(xs.dtype).astype(jnp.float32)

    def body(total, x):
        total = decay * total + x.astype(jnp.float32)
        return total, total.astype(x.dtype)

    return jax.lax.scan(body, jnp.zeros(xs.shape[1], jnp.float32), xs)
