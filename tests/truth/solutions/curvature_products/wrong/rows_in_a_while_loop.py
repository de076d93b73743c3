"""Makes each row of the Hessian in turn, in a loop whose operations are counted once.

Class: flops
Why: it computes N products instead of K, hidden in a while_loop; the statement allows three times the cost of K products and says that there is no while_loop.
"""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    _, push = jax.linearize(jax.grad(f), x)

    def unfinished(carry):
        return carry[0] < x.shape[0]

    def next_row(carry):
        i, products = carry
        row = push(jnp.zeros_like(x).at[i].set(1.0))
        return i + 1, products.at[:, i].set(vs @ row)

    return jax.lax.while_loop(unfinished, next_row, (0, jnp.zeros_like(vs)))[1]
