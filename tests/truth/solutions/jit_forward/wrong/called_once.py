"""Calls the jitted function once, whatever num_calls is.
Class: dispatches
Why: "Call it exactly `int(num_calls)` times in a Python loop".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    return forward(model, x).reshape(-1)
