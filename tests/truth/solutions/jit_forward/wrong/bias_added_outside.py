"""Only the product is compiled; the bias is added eagerly.
Class: half_eager
Why: "A function made by `nnx.jit` runs the layer": "It calls the model on `x`".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return x @ model.kernel[...]


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = forward(model, x) + model.bias[...]
    return out.reshape(-1)
