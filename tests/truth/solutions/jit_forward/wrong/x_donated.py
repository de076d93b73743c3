"""Donates x in the last call, after which the caller can't use it.
Class: state
Why: "`x` is the same after the call as before, and still usable".
"""

import functools

from flax import nnx


@functools.partial(nnx.jit, donate_argnums=1)
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls) - 1):
        forward(model, x.copy())
    out = forward(model, x)
    return out.reshape(-1)
