"""Make a first call that compiles, and then at least one other that is fast.

Class: dispatches
Why: with num_calls = 1 the jitted function is called twice, though it must be called exactly num_calls times.
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    out = forward(model, x)
    remaining = max(int(num_calls) - 1, 1)
    while remaining:
        out = forward(model, x)
        remaining -= 1
    return out.reshape(-1)
