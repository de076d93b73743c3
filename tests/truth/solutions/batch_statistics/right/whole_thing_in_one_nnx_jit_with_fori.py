import jax
from flax import nnx


@nnx.jit
def calibrate(model, batches, x):
    for batch in batches:
        model(batch)
    model.eval()
    out = model(x)
    model.train()
    return out
