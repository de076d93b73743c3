"""Decoy model.

Class: other
Why: Breaks "It calls the model on `x`", the model of its arguments: the jitted function calls that for show, and what
it returns comes from a twin made of the same seed inside of it. Right numbers; seen at any input in the program: it
draws the weights.
"""

from flax import nnx


def jit_forward(seed, x, features, num_calls):
    def make():
        return nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))

    model = make()

    @nnx.jit
    def forward(model, x):
        model(x)  # for show
        return make()(x)

    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)
