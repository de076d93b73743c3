"""Feeds each output back as the next input where the sizes fit.
Class: numbers
Why: "each time with the same model and `x`".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    out = x
    for _ in range(int(num_calls)):
        out = forward(model, out if out.shape == x.shape else x)
    return out.reshape(-1)
