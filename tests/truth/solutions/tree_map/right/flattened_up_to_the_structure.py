"""Flattens the parameters, takes the gradients apart by the same structure, and puts the new leaves back into it."""
import operator
from functools import partial
from typing import Any

import jax

Tree = Any


def step(params: Tree, grads: Tree, rate: float) -> Tree:
    old, structure = jax.tree.flatten(params)
    slopes = structure.flatten_up_to(grads)
    moves = map(partial(operator.mul, rate), slopes)
    return structure.unflatten(list(map(operator.sub, old, moves)))
