"""The model that is evaluated."""

import jax
from flax import nnx


class Scorer(nnx.Module):
    """A layer with one output."""

    def __init__(self, features, rngs):
        """Make one for rows of so many features."""
        self.linear = nnx.Linear(features, 1, rngs=rngs)
        self.linear.bias[...] = jax.random.normal(rngs.params(), (1,))

    def __call__(self, x):
        """Return a score for each row of a batch: float32[B]."""
        return jax.nn.softplus(self.linear(x))[:, 0]


def make_scorer(features, seed):
    """Return a fresh model."""
    return Scorer(features, nnx.Rngs(seed))
