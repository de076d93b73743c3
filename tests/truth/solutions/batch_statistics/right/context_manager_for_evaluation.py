"""Switches the mode by a context manager."""

import contextlib

from flax import nnx


@contextlib.contextmanager
def evaluation_mode(model):
    model.eval()
    try:
        yield model
    finally:
        model.train()


forward = nnx.jit(lambda model, x: model(x))


def calibrate(model, batches, x):
    for batch in batches:
        forward(model, batch)
    with evaluation_mode(model) as evaluating:
        return forward(evaluating, x)
