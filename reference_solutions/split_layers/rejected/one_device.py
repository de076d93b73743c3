import jax
import jax.numpy as jnp


@jax.jit
def mlp_block(x, w1, b1, w2, b2):
    hidden = jnp.maximum(x @ w1 + b1, 0)
    return x + hidden @ w2 + b2, hidden
