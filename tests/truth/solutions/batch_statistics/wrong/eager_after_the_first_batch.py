"""The first batch goes through the compiled pass, and the others through the model itself; the prediction is compiled.

Class: half_eager
Why: breaches "All forward passes run in functions made by nnx.jit or jax.jit": from the second batch on they run eagerly.
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    first, *others = batches
    forward(model, first)
    for batch in others:
        model(batch)
    model.eval()
    out = forward(model, x)
    model.train()
    return out
