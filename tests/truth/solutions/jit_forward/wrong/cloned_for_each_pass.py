"""Each pass gets a clone of the model, so that nothing can happen to it. The numbers are right.
Breaks: "Call it exactly `int(num_calls)` times from Python, each time with the same model and `x`."
Class: structure
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = forward(nnx.clone(model), x)
    return out.reshape(-1)
