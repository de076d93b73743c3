"""Builds a new model in each pass of the loop.
Class: structure
Why: "Call it exactly `int(num_calls)` times ..., each time with the same model and `x`".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    for _ in range(int(num_calls)):
        model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
        out = forward(model, x)
    return out.reshape(-1)
