"""A schedule of (mode, batch) pairs made by itertools; operator.methodcaller switches the mode, a walrus keeps the last output."""

import itertools
from operator import methodcaller

from flax import nnx


def _apply(model, rows):
    return model(rows)


_apply = nnx.jit(_apply)


def calibrate(model, batches, x):
    schedule = itertools.chain(zip(itertools.repeat("train"), batches), [("eval", x)])
    try:
        for mode, rows in schedule:
            methodcaller(mode)(model)
            last = _apply(model, rows)
        return last
    finally:
        model.train()
