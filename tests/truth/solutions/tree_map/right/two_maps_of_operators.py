"""Scales one tree and subtracts it from the other, with operators in place of lambdas."""

import functools
import operator

import jax


def step(params, grads, rate):
    def tree_wide(f, *fixed):
        return functools.partial(jax.tree.map, functools.partial(f, *fixed))

    scaled = tree_wide(operator.mul, rate)(grads)
    return tree_wide(operator.sub)(params, scaled)
