"""The eager truth of `jit_forward`: one plain call of the layer, no jit."""

from flax import nnx


def jit_forward(seed, x, features, num_calls):
    """Return the eager output of the layer, flattened; `num_calls` changes nothing."""
    del num_calls
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    return model(x).reshape(-1)
