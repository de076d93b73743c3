"""The model that solutions train."""

from flax import nnx


class Net(nnx.Module):
    """A linear layer on normalised inputs."""

    def __init__(self, rngs):
        """Make one from three inputs to two outputs."""
        self.norm = nnx.BatchNorm(3, rngs=rngs)
        self.linear = nnx.Linear(3, 2, rngs=rngs)

    def __call__(self, x):
        """Return the outputs for a batch."""
        return self.linear(self.norm(x))


def make_net(seed):
    """Return a fresh model."""
    return Net(nnx.Rngs(seed))
