"""Always seeds with 0.
Class: key
Why: "with `rngs=nnx.Rngs(int(seed))`".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(0))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)
