import jax
from flax import nnx


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    graphdef, state = nnx.split(model)

    @jax.jit
    def forward(state, x):
        return nnx.merge(graphdef, state)(x)

    for _ in range(int(num_calls)):
        out = forward(state, x)
    return out.reshape(-1)
