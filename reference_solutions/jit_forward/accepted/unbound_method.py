"""`nnx.jit` refuses bound methods; the unbound one takes the instance as its first argument."""

from flax import nnx


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    forward = nnx.jit(nnx.Linear.__call__)
    for _ in range(int(num_calls)):
        out = forward(model, x)
    return out.ravel()
