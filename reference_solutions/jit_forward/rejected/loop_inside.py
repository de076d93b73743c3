import functools

from flax import nnx


@functools.partial(nnx.jit, static_argnames=("num_calls",))
def forward_many(model, x, num_calls):
    for _ in range(num_calls):
        out = model(x)
    return out


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    return forward_many(model, x, num_calls=int(num_calls)).reshape(-1)
