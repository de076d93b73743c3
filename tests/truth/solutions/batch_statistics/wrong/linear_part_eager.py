"""The output layer of the prediction runs eagerly.
Class: half_eager
Why: "All floating-point arithmetic runs in a function made by `nnx.jit` or `jax.jit`"
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


@nnx.jit
def hidden(model, x):
    return nnx.tanh(model.norm(model.hidden(x))) if hasattr(model, "norm") else model(x)


def calibrate(model, batches, x):
    for batch in batches:
        forward(model, batch)
    model.eval()
    out = hidden(model, x)
    if hasattr(model, "out"):
        out = model.out(out)
    model.train()
    return out
