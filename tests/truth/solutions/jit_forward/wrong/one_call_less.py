"""Starts counting at 1, so it makes one call less where there are several.
Class: dispatches
Why: "Call it exactly `int(num_calls)` times in a Python loop".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    out = None
    for i in range(1, max(2, int(num_calls))):
        out = forward(model, x)
    return out.reshape(-1)
