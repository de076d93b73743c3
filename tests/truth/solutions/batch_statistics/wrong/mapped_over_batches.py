"""Maps over the batches with vmap and averages their statistics, instead of one after the other.
Class: numbers
Why: "For each of the `B` batches, in order, run a forward pass of the model".
"""

import jax
from flax import nnx


@jax.jit
def average_statistics(model, batches):
    def one(batch):
        twin = nnx.clone(model)
        twin(batch)
        return nnx.state(twin, nnx.BatchStat)

    return jax.tree.map(lambda s: s.mean(axis=0), jax.vmap(one)(batches))


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    nnx.update(model, average_statistics(model, batches))
    model.eval()
    out = forward(model, x)
    model.train()
    return out
