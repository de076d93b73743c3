"""Folds two vmaps over the metric with functools.reduce; the inner one runs over xs and out_axes puts things right."""

import functools

import jax

STEPS = (
    {"in_axes": (0, None), "out_axes": 0},  # all xs, one y
    {"in_axes": (None, 0), "out_axes": 1},  # all ys, as columns
)


def distances(metric, xs, ys):
    table = functools.reduce(lambda body, axes: jax.vmap(body, **axes), STEPS, metric)
    return table(xs, ys)
