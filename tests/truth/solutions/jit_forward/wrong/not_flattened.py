"""Returns the matrix as it is.
Class: structure
Why: "The result is a `jax.Array` of dtype float32 and shape `(N * features,)`".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out
