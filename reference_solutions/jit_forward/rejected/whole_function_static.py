import functools

from flax import nnx


@functools.partial(nnx.jit, static_argnames=("seed", "features", "num_calls"))
def forward(x, seed, features, num_calls):
    model = nnx.Linear(x.shape[-1], features, rngs=nnx.Rngs(seed))
    for _ in range(num_calls):
        out = model(x)
    return out.reshape(-1)


def jit_forward(seed, x, features, num_calls):
    return forward(x, seed=int(seed), features=int(features), num_calls=int(num_calls))
