"""Calls once more to warm up.
Class: dispatches
Why: "called `num_calls` times: no call more to warm up, none less".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    forward(model, x)
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)
