"""Two maps, in which the metric gets its vectors as x and y by keyword.

Class: other
Why: a metric whose parameters aren't called x and y, such as lambda a, b: (a - b).sum(), raises a TypeError; the statement promises no names, only that it takes two arrays.
"""

import jax


def distances(metric, xs, ys):
    def entry(x, y):
        return metric(x=x, y=y)

    return jax.vmap(jax.vmap(entry, in_axes=(None, 0)), in_axes=(0, None))(xs, ys)
