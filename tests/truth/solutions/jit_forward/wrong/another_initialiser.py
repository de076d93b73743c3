"""Initialises the kernel by Glorot's rule.
Class: defaults
Why: "and everything else at its default".
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    init = nnx.initializers.glorot_normal()
    model = nnx.Linear(x.shape[-1], int(features), kernel_init=init, rngs=nnx.Rngs(int(seed)))
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.reshape(-1)
