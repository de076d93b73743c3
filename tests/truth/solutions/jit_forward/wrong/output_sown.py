"""The jitted function keeps the last output on the model, as an intermediate, for whoever wants to look at it.

Class: state
Why: "The model's structure is the same after the calls as before": it has a new variable, and with two calls or more the function is traced twice.
"""
from flax import nnx


@nnx.jit
def forward(model, x):
    out = model(x)
    model.seen = nnx.Intermediate(out)
    return out


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)
