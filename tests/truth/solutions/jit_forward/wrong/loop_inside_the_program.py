"""Moves the loop into the jitted function and calls that once.
Class: dispatches
Why: "Call it exactly `int(num_calls)` times in a Python loop".
"""

import functools

from flax import nnx


@functools.partial(nnx.jit, static_argnums=2)
def forward(model, x, times):
    for _ in range(times):
        out = model(x)
    return out


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    return forward(model, x, int(num_calls)).reshape(-1)
