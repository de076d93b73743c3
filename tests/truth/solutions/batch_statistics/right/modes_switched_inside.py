"""Does everything in one jitted function, which leaves the mode as it found it."""

from flax import nnx


@nnx.jit
def collect_and_predict(model, batches, x):
    for i in range(len(batches)):
        model(batches[i])
    model.eval()
    out = model(x)
    model.train()
    return out


def calibrate(model, batches, x):
    return collect_and_predict(model, batches, x)
