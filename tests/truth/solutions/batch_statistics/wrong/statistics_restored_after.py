"""Predicts with the collected statistics and then puts the old ones back.
Class: state
Why: "The model keeps the statistics of the `B` batches".
"""

import jax
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    before = jax.tree.map(lambda a: a.copy(), nnx.state(model, nnx.BatchStat))
    for batch in batches:
        forward(model, batch)
    model.eval()
    out = forward(model, x)
    model.train()
    nnx.update(model, before)
    return out
