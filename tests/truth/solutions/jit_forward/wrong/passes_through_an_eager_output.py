"""The layer runs eagerly, and the jitted function returns what it is given beside the model.
Class: decoy
Why: "A function made by `nnx.jit` runs the layer".
"""

from flax import nnx


@nnx.jit
def forward(model, y):
    return y + 0.0


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    y = model(x)
    for _ in range(int(num_calls)):
        out = forward(model, y)
    return out.reshape(-1)
