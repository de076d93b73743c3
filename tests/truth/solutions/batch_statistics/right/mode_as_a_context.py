"""One compiled forward pass, mapped over the batches, and a context manager for the mode."""

import collections
import contextlib
import functools

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


@contextlib.contextmanager
def evaluating(model):
    model.eval()
    try:
        yield functools.partial(forward, model)
    finally:
        model.train()


def calibrate(model, batches, x):
    passes = map(functools.partial(forward, model), batches)
    collections.deque(passes, maxlen=0)  # runs them, and keeps nothing
    with evaluating(model) as predict:
        return predict(x)
