"""Scales the kernel up and down again around the passes; the last one sees the right kernel.
Class: state
Why: "each time with the same model and `x`", and "its parameters are the same after the calls as before".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for i in range(int(num_calls)):
        out = forward(model, x)
        model.kernel[...] = model.kernel[...] * (1 + (i == int(num_calls) - 1))
    return out.reshape(-1)
