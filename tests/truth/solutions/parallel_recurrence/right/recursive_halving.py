"""Combines neighbours into half as many steps, solves those by recursion, and fills in the states between."""

import jax
import jax.numpy as jnp


def _solve(decay: jax.Array, drive: jax.Array) -> jax.Array:
    match drive.shape:
        case (1, _):
            return drive
        case (n, d):
            even = n // 2 * 2
            a = decay[:even].reshape(-1, 2, d)
            b = drive[:even].reshape(-1, 2, d)
            odd_states = _solve(a[:, 0] * a[:, 1], a[:, 1] * b[:, 0] + b[:, 1])
            before = jnp.concatenate([jnp.zeros((1, d), drive.dtype), odd_states])
            even_states = decay[0::2] * before[: (n + 1) // 2] + drive[0::2]
            states = jnp.zeros_like(drive)
            return states.at[0::2].set(even_states).at[1::2].set(odd_states)


recurrence = jax.jit(_solve)
