from flax import nnx


def jit_forward(seed, x, features, num_calls):
    rngs = nnx.Rngs(int(seed))
    model = nnx.Linear(x.shape[-1], int(features), rngs=rngs)
    # This runs eagerly, and once.
    # Run it through nnx.jit, int(num_calls) times.
    out = model(x)
    return out.reshape(-1)
