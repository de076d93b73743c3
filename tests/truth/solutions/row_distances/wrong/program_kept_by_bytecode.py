"""Compiled programs are kept by the metric's code object, so a second closure of the same factory gets the first one's program.
Breaks "Hidden cases hand over other functions, so call the one that you are given".
Class: other
"""
import jax

programs = {}


def distances(metric, xs, ys):
    key = getattr(metric, "__code__", type(metric))
    if key not in programs:
        rows = jax.vmap(metric, in_axes=(None, 0))
        programs[key] = jax.jit(jax.vmap(rows, in_axes=(0, None)))
    return programs[key](xs, ys)
