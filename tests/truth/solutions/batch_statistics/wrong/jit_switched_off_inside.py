"""The function is made by nnx.jit and is called, but jax.disable_jit makes it run eagerly, operation by operation.
Breaks "All forward passes run in functions made by `nnx.jit` or `jax.jit`", "compiled".
Class: half_eager
"""
import jax
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    with jax.disable_jit():
        for batch in batches:
            forward(model, batch)
        model.eval()
        out = forward(model, x)
        model.train()
    return out
