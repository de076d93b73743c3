"""A deque of length 0 eats the lazy forward passes; try and finally bring the mode back, whatever happens."""
import collections
import functools

import jax
from flax import nnx

exhaust = collections.deque(maxlen=0).extend


@nnx.jit
def run(model: nnx.Module, inputs: jax.Array) -> jax.Array:
    return model(inputs)


def calibrate(model, batches, x):
    passes = map(functools.partial(run, model), batches)
    exhaust(passes)
    model.eval()
    try:
        return run(model, x)
    finally:
        model.train()
