import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    first = xs[0].astype(jnp.float32)

    def body(total, x):
        total = decay * total + x.astype(jnp.float32)
        return total, total.astype(x.dtype)

    last, rows = jax.lax.scan(body, first, xs[1:])
    return last, jnp.concatenate([xs[:1], rows])
