"""Closes over one row of `xs` in an inner function that is mapped over `ys`."""

import jax


def distances(metric, xs, ys):
    def row_of_table(x):
        def entry(y):
            return metric(x, y)

        return jax.vmap(entry)(ys)

    return jax.vmap(row_of_table)(xs)
