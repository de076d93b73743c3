"""The gradient of the whole batch at once.

Class: flops
Why: "At most `size` examples may be computed at the same time."
"""

import jax


def accumulate(loss, params, xs, ys, weights, size):
    def mean(params):
        losses = jax.vmap(loss, in_axes=(None, 0, 0))(params, xs, ys)
        return weights @ losses / weights.sum()

    return jax.value_and_grad(mean)(params)
