"""An eager clone collects; a jitted function only returns the statistics that it is given.
Class: decoy
Why: "run a forward pass of the model in training mode, compiled".
"""

from flax import nnx


@nnx.jit
def store(model, stats):
    nnx.update(model, stats)


@nnx.jit
def hand_over(model, out):
    return out * 1.0


def calibrate(model, batches, x):
    twin = nnx.clone(model)
    for batch in batches:
        twin(batch)
    store(model, nnx.state(twin, nnx.BatchStat))
    twin.eval()
    return hand_over(model, twin(x))
