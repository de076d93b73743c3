"""A key is drawn from the Rngs, to look at it, before the layer is built: the layer gets the next one, and other weights.
Breaks: "Build `nnx.Linear` ... with `rngs=nnx.Rngs(int(seed))` and everything else at its default".
Class: key
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    rngs = nnx.Rngs(int(seed))
    print("key of shape", rngs.params().shape)
    model = nnx.Linear(x.shape[-1], int(features), rngs=rngs)
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)
