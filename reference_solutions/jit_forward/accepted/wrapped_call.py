"""A plain function, wrapped by a call of `nnx.jit` before the loop."""

from flax import nnx


def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    fast_forward = nnx.jit(forward)
    out = None
    for _ in range(int(num_calls)):
        out = fast_forward(model, x)
    return out.reshape(-1)
