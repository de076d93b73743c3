import jax
from flax import nnx


@nnx.jit
def observe(model, batches):
    jax.vmap(model)(batches)


def calibrate(model, batches, x):
    observe(model, batches)
    model.eval()
    outputs = model(x)
    model.train()
    return outputs
