"""The autoencoders that solutions are given."""

import jax
import jax.numpy as jnp
from flax import nnx


class Tied(nnx.Module):
    """Encodes by a kernel, and decodes by the same kernel, transposed. It counts its batches."""

    def __init__(self, widths, rngs):
        """Make one from `widths[0]` numbers through `widths[1]` hidden units and back."""
        width, hidden = widths
        self.encoder = nnx.Linear(width, hidden, rngs=rngs)
        self.encoder.bias[...] = jax.random.normal(rngs.params(), (hidden,))
        self.decoder = self.encoder.kernel  # one variable in two places
        self.offset = nnx.Param(jax.random.normal(rngs.params(), (width,)))
        self.count = nnx.BatchStat(jax.random.randint(rngs.params(), (), 2, 9))

    def __call__(self, x):
        """Count the batch, and return what is left of it after coding."""
        self.count[...] = self.count[...] + 1
        share = 1 + 1 / self.count[...].astype(jnp.float32)
        return share * (nnx.tanh(self.encoder(x)) @ self.decoder[...].T) + self.offset[...]


class Centred(nnx.Module):
    """A linear layer that centres its inputs by their running mean."""

    def __init__(self, width, rngs):
        """Make one for `width` numbers."""
        self.linear = nnx.Linear(width, width, rngs=rngs)
        self.linear.bias[...] = jax.random.normal(rngs.params(), (width,))
        self.mean = nnx.BatchStat(jax.random.normal(rngs.params(), (width,)))

    def __call__(self, x):
        """Move the mean, and return what the linear layer makes of the centred batch."""
        self.mean[...] = 0.75 * self.mean[...] + 0.25 * x.mean(axis=0)
        return self.linear(x - self.mean[...])


class Repeated(nnx.Module):
    """Applies one layer twice."""

    def __init__(self, widths, rngs):
        """Make one for `widths[0]` numbers; `widths[1]` is not used."""
        width, _ = widths
        self.first = Centred(width, rngs)
        self.second = self.first  # one layer in two places

    def __call__(self, x):
        """Move the layer's mean twice, and return what is left of a batch after coding."""
        return self.second(nnx.tanh(self.first(x)))


class Plain(nnx.Module):
    """Two layers that share nothing. It counts its batches and their rows, and remembers their mean."""

    def __init__(self, widths, rngs, fresh):
        """Make one from `widths[0]` numbers through `widths[1]` hidden units and back; if `fresh`, biases are 0."""
        width, hidden = widths
        self.count = nnx.BatchStat(jax.random.randint(rngs.params(), (), 2, 9))
        self.rows = nnx.BatchStat(jnp.int32(2**24 + 1))  # more than float32 counts exactly
        self.mean = nnx.BatchStat(jnp.zeros(width))
        self.encoder = nnx.Linear(width, hidden, rngs=rngs)
        self.decoder = nnx.Linear(hidden, width, rngs=rngs)
        if not fresh:
            self.mean[...] = jax.random.normal(rngs.params(), (width,))
            biases = jax.random.normal(rngs.params(), (max(widths),))  # equal numbers, and yet two variables
            self.encoder.bias[...], self.decoder.bias[...] = biases[:hidden], biases[:width]

    def __call__(self, x):
        """Move the statistics, and return what is left of a batch after coding."""
        self.count[...] = self.count[...] + 1
        self.rows[...] = self.rows[...] + x.shape[0]
        share = 1 / self.count[...].astype(jnp.float32)
        self.mean[...] = self.mean[...] + share * (x.mean(axis=0) - self.mean[...])
        return self.decoder(nnx.tanh(self.encoder(x - self.mean[...])))


def make_tied(widths, seed):
    """Return a fresh autoencoder with a kernel in two places."""
    return Tied(widths, nnx.Rngs(seed))


def make_repeated(widths, seed):
    """Return a fresh autoencoder with a layer in two places."""
    return Repeated(widths, nnx.Rngs(seed))


def make_plain(widths, seed):
    """Return a fresh autoencoder that shares nothing."""
    return Plain(widths, nnx.Rngs(seed), fresh=False)


def make_fresh(widths, seed):
    """Return a fresh autoencoder that shares nothing, whose biases and mean are still 0."""
    return Plain(widths, nnx.Rngs(seed), fresh=True)
