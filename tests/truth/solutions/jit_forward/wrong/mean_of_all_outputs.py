"""Sums all outputs and divides by their number, so the bits depend on num_calls.
Class: numbers
Why: "Return the last output", and "Equal inputs give equal bits, whatever `num_calls` is".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    total = 0.0
    for _ in range(int(num_calls)):
        total = total + forward(model, x)
    return (total / num_calls).reshape(-1)
