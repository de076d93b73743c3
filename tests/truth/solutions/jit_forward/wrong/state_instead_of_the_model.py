"""Splits the model; the jitted function gets only its state, and merges that with a graphdef from around it.
Breaks "Make one function of `(model, x)` with `nnx.jit`" and "gets the model as an argument".
Class: structure"""

from flax import nnx


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    graphdef, state = nnx.split(model)

    @nnx.jit
    def forward(state, x):
        return nnx.merge(graphdef, state)(x)

    for _ in range(int(num_calls)):
        out = forward(state, x)
    return out.reshape(-1)
