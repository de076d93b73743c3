"""Ask the layer for the highest precision, to be as close to the eager result as possible.

Class: defaults
Why: it breaches "everything else at its default": the layer has precision "highest" instead of None, for any input.
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x).reshape(-1)


def jit_forward(seed, x, features, num_calls):
    rngs = nnx.Rngs(int(seed))
    model = nnx.Linear(x.shape[-1], int(features), precision="highest", rngs=rngs)
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out
