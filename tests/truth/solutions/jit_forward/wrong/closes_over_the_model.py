"""Closes over the model, so its parameters are constants of the program.
Class: structure
Why: "and gets the model as an argument".
"""

from flax import nnx


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))

    @nnx.jit
    def forward(x):
        return model(x)

    for _ in range(int(num_calls)):
        out = forward(x)
    return out.reshape(-1)
