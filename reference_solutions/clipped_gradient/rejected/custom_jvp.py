import jax
import jax.numpy as jnp


@jax.custom_jvp
def quantise(x, limit):
    return jnp.round(x)


@quantise.defjvp
def rule(primals, tangents):
    (x, limit), (dx, _) = primals, tangents
    norm = jnp.linalg.norm(dx, axis=1, keepdims=True)
    return jnp.round(x), dx * jnp.minimum(1, limit / norm)
