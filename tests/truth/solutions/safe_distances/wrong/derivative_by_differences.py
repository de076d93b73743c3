"""The derivative is a finite difference in the direction of the tangent, with few right digits.
Class: other
Why: "in forward mode (`jax.jvp`), agree with the definition above".
"""

import jax
import jax.numpy as jnp


def table(x):
    difference = x[:, None, :] - x[None, :, :]
    return jnp.sqrt(jnp.sum(difference**2, axis=-1))


@jax.custom_jvp
def pairwise_distances(x):
    return table(x)


@pairwise_distances.defjvp
def rule(primals, tangents):
    (x,), (t,) = primals, tangents
    values, step = table(x), 1e-2

    def moved(i, j):
        return jnp.zeros_like(x).at[i, j].set(step)

    n, d = x.shape
    slopes = [[(table(x + moved(i, j)) - values) / step for j in range(d)] for i in range(n)]
    return values, sum(slopes[i][j] * t[i, j] for i in range(n) for j in range(d))
