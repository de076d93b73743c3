import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def run(buffer):
    shifted = jnp.exp(buffer - buffer.max())
    return shifted / shifted.sum()


def bucket_softmax(scores):
    bucket = max(8, 1 << (len(scores) - 1).bit_length())
    buffer = lax.full((bucket,), -jnp.inf, scores.dtype)
    buffer = lax.dynamic_update_slice(buffer, scores, (0,))
    return lax.slice(run(buffer), (0,), scores.shape)
