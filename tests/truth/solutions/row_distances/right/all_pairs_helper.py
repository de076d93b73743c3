"""Has a helper that turns any function of two into one of all pairs."""

import functools

import jax


def all_pairs(function):
    """Return a function that applies `function` to each pair of rows."""

    @functools.wraps(function)
    def table(left, right):
        inner = jax.vmap(function, in_axes=(None, 0))
        outer = jax.vmap(inner, in_axes=(0, None))
        return outer(left, right)

    return table


def distances(metric, xs, ys):
    return all_pairs(metric)(xs, ys)
