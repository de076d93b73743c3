"""Makes the first call before the loop and the others in it."""

from flax import nnx


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    run = nnx.jit(_forward)
    y = run(model, x)
    for _ in range(1, int(num_calls)):
        y = run(model, x)
    return y.reshape(-1)


def _forward(model, x):
    """Return the model's output."""
    return model(x)
