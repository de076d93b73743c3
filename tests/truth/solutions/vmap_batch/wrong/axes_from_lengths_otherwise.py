"""Works out in_axes by itself: what is as long as the batch is mapped over, all else is shared.

Class: numbers
Why: If N equals D, the weights are as long as the batch, and each example gets one weight, which broadcasts.
"""

import jax


def losses(loss, weights, xs, ys):
    arguments = (weights, xs, ys)
    count = ys.shape[0]
    axes = tuple(0 if a.shape[0] == count else None for a in arguments)
    return jax.vmap(loss, in_axes=axes)(*arguments)
