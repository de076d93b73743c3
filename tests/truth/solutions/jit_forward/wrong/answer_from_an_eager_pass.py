"""Calls the jitted function as often as asked, throws the outputs away, and returns an eager pass.
Class: decoy
Why: "Return the last output": that of the function made by `nnx.jit`.
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        forward(model, x)
    return model(x).reshape(-1)
