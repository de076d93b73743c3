"""Shows an associative scan, and takes the states from LAPACK's tridiagonal solver, which goes from row to row.

Class: decoy
Why: "in about log N rounds of parallel work, instead of N steps one after the other": the answer comes from a substitution of N steps inside a custom call, and the parallel scan counts only where it is NaN.
"""

import jax
import jax.numpy as jnp


def combine(earlier, later):
    keep1, add1 = earlier
    keep2, add2 = later
    return keep1 * keep2, keep2 * add1 + add2


@jax.jit
def recurrence(decay, drive):
    _, shown = jax.lax.associative_scan(combine, (decay, drive))
    # state[t] - decay[t] * state[t - 1] = drive[t]
    lower = -(decay.T.at[:, 0].set(0.0))
    solved = jax.lax.linalg.tridiagonal_solve(lower, jnp.ones_like(lower), jnp.zeros_like(lower), drive.T[..., None])
    return jnp.where(jnp.isnan(shown), shown, solved[..., 0].T)
