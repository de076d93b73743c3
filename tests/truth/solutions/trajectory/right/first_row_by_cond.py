import jax
import jax.numpy as jnp
from jax import lax


def trajectory(step, start, inputs):
    """Scan over T + 1 rows: the first, which is empty, keeps the start."""
    first = jnp.arange(inputs.shape[0] + 1) == 0
    rows = jnp.concatenate([jnp.zeros_like(inputs[:1]), inputs])

    def keep(state, x):
        return state

    def body(state, row):
        is_first, x = row
        state = lax.cond(is_first, keep, step, state, x)
        return state, state

    _, states = lax.scan(body, start, (first, rows))
    return states
