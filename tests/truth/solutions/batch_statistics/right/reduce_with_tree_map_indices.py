import functools

import jax
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def _pass(model, batch):
    forward(model, batch)
    return model


def calibrate(model, batches, x):
    steps = [jax.tree.map(lambda a: a[i], batches) for i in range(batches.shape[0])]
    functools.reduce(_pass, steps, model)
    model.eval()
    out = forward(model, x)
    model.train()
    return out
