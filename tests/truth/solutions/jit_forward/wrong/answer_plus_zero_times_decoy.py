"""Adds zero times the compiled output to an eager one.
Class: decoy
Why: "Return the last output": that of the function made by `nnx.jit`.
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    eager = x @ model.kernel[...] + model.bias[...]
    for _ in range(int(num_calls)):
        out = eager + 0.0 * forward(model, x)
    return out.reshape(-1)
