"""The jitted layer is called num_calls times by another jitted function, while that is traced.

Class: dispatches
Why: "Call it exactly num_calls times from Python": the program runs once, and the num_calls calls take place inside of the one trace.
"""
from flax import nnx


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))

    @nnx.jit
    def forward(model, x):
        return model(x)

    @nnx.jit
    def all_calls(model, x):
        for _ in range(int(num_calls)):
            out = forward(model, x)
        return out.reshape(-1)

    return all_calls(model, x)
