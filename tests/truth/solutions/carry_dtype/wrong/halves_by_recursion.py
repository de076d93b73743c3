"""Python halves the rows until one is left, so the program has a few operations for each row. The numbers are right.
Breaks: "its program must not grow with `T`".
Class: growth
"""

import jax.numpy as jnp


def leaky_sums(xs, decay):
    def sums(start, rows):
        if len(rows) == 1:
            last = decay * start + rows[0].astype(jnp.float32)
            return last, [last]
        middle = len(rows) // 2
        last, first_half = sums(start, rows[:middle])
        last, second_half = sums(last, rows[middle:])
        return last, first_half + second_half

    last, all_sums = sums(jnp.zeros(xs.shape[1], jnp.float32), xs)
    return last, jnp.stack(all_sums).astype(xs.dtype)
