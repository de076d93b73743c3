"""The networks that solutions are given."""

import jax
import jax.numpy as jnp
from flax import nnx


class Centred(nnx.Module):
    """Two linear layers. The inputs are centred by their running mean, this batch included."""

    def __init__(self, widths, rngs):
        """Make one from `widths[0]` inputs through `widths[1]` hidden units to `widths[2]` outputs."""
        inputs, hidden, outputs = widths
        self.mean = nnx.BatchStat(jax.random.normal(rngs.params(), (inputs,)))
        self.hidden = nnx.Linear(inputs, hidden, rngs=rngs)
        self.out = nnx.Linear(hidden, outputs, rngs=rngs)
        self.hidden.bias[...] = jax.random.normal(rngs.params(), (hidden,))
        self.out.bias[...] = jax.random.normal(rngs.params(), (outputs,))

    def __call__(self, x):
        """Move the mean, and return the outputs for a batch."""
        self.mean[...] = 0.75 * self.mean[...] + 0.25 * x.mean(axis=0)
        return self.out(nnx.tanh(self.hidden(x - self.mean[...])))


class Noisy(nnx.Module):
    """A linear layer, dropout, and a scale for each output. It counts its batches, and draws a new mask for each."""

    def __init__(self, widths, rngs):
        """Make one from `widths[0]` inputs through `widths[1]` hidden units to `widths[2]` outputs."""
        inputs, hidden, outputs = widths
        self.count = nnx.BatchStat(jax.random.randint(rngs.params(), (), 2, 9))
        self.hidden = nnx.Linear(inputs, hidden, rngs=rngs)
        self.dropout = nnx.Dropout(0.25, rngs=rngs)
        self.value = nnx.Param(jax.random.normal(rngs.params(), (hidden, outputs)))
        self.hidden.bias[...] = jax.random.normal(rngs.params(), (hidden,))

    def __call__(self, x):
        """Count the batch, draw a mask, and return the outputs for a batch."""
        self.count[...] = self.count[...] + 1
        share = 1 + 1 / self.count[...].astype(jnp.float32)
        return share * (self.dropout(nnx.tanh(self.hidden(x))) @ self.value[...])


def make_centred(widths, seed):
    """Return a fresh network that centres its inputs."""
    return Centred(widths, nnx.Rngs(seed))


def make_noisy(widths, seed):
    """Return a fresh network with dropout, in training mode."""
    return Noisy(widths, nnx.Rngs(seed))
