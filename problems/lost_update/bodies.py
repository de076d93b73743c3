"""The network that solutions are given."""

import jax
import jax.numpy as jnp
from flax import nnx


class Centre(nnx.Module):
    """Subtracts the running mean of all batches so far, this one included."""

    def __init__(self, width, rngs):
        """Start with some batches seen, so that nothing is zero."""
        self.mean = nnx.BatchStat(jax.random.normal(rngs.params(), (width,)))
        self.count = nnx.BatchStat(jnp.int32(3))
        self.rows = nnx.BatchStat(jnp.int32(2**24 + 1))  # more than float32 counts exactly
        self.above = nnx.BatchStat(jnp.int32(7))

    def __call__(self, x):
        """Count the batch, its rows and those above the mean, move the mean, and return the rows less the mean."""
        self.count[...] = self.count[...] + 1
        self.above[...] = self.above[...] + (x > self.mean[...]).all(axis=1).sum(dtype=jnp.int32)
        self.rows[...] = self.rows[...] + x.shape[0]
        share = 1 / self.count[...].astype(jnp.float32)
        self.mean[...] = self.mean[...] + share * (x.mean(axis=0) - self.mean[...])
        return x - self.mean[...]


class Shell(nnx.Module):
    """A layer that holds another one and does what that does."""

    def __init__(self, inner):
        """Wrap the layer `inner`."""
        self.inner = inner

    def __call__(self, x):
        """Return what the layer inside returns."""
        return self.inner(x)


class Monitor(nnx.Module):
    """A linear layer whose inputs and outputs are centred."""

    def __init__(self, width, outputs, rngs, bend):
        """Make one from `width` inputs to `outputs` outputs, which go through the function `bend`."""
        self.bend = bend
        self.centre = Centre(width, rngs)
        self.level = Shell(Shell(Shell(Centre(outputs, rngs))))  # four levels below the model
        self.out = nnx.Linear(width, outputs, rngs=rngs)
        self.out.bias[...] = jax.random.normal(rngs.params(), (outputs,))

    def __call__(self, x):
        """Return the outputs for a batch."""
        return self.bend(self.level(self.out(self.centre(x))))


def make_monitor(width, outputs, seed, bend="tanh"):
    """Return a fresh network."""
    return Monitor(width, outputs, nnx.Rngs(seed), getattr(jnp, bend))
