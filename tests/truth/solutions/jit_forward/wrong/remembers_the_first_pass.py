"""Loop num_calls times over something that looks like the jitted function, but remembers its first output.

Class: dispatches
Why: with num_calls = 3 the function made by nnx.jit is called once, though it must be called exactly num_calls times.
"""

from flax import nnx


@nnx.jit
def compiled(model, x):
    return model(x).reshape(-1)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    known = {}

    def forward(model, x):
        pair = id(model), id(x)
        if pair not in known:
            known[pair] = compiled(model, x)
        return known[pair]

    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out
