"""Seeds a stream named dropout; the parameters come from another one with a fixed seed.
Class: key
Why: "with `rngs=nnx.Rngs(int(seed))`".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    rngs = nnx.Rngs(params=1, dropout=int(seed))
    model = nnx.Linear(x.shape[-1], int(features), rngs=rngs)
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)
