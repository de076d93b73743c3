"""Builds the layer without a bias, which is zero at first and so doesn't show in the numbers.
Class: defaults
Why: "and everything else at its default".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), use_bias=False, rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)
