"""The stacks of layers that solutions are given."""

import jax
import jax.numpy as jnp
from flax import nnx


class Center(nnx.Module):
    """Subtracts a running mean."""

    def __init__(self, width, rngs):
        """Make one for `width` numbers, with a mean that isn't zero."""
        self.mean = nnx.BatchStat(jax.random.normal(rngs.params(), (width,)))

    def __call__(self, x):
        """Move the mean, and return what is left of a batch."""
        self.mean[...] = 0.75 * self.mean[...] + 0.25 * x.mean(axis=0)
        return x - self.mean[...]


class Plain(nnx.Module):
    """A layer with a shortcut that halves its inputs. A part of it centres them by a running mean."""

    def __init__(self, width, rngs):
        """Make one for `width` numbers, with nothing that is zero."""
        self.linear = nnx.Linear(width, width, rngs=rngs)
        self.linear.bias[...] = jax.random.normal(rngs.params(), (width,))
        self.center = Center(width, rngs)

    def __call__(self, x):
        """Let the mean move, and return the outputs for a batch."""
        return 0.5 * x + nnx.tanh(self.linear(self.center(x)))


class Gated(nnx.Module):
    """A layer with a gate. It counts its batches, and remembers the largest input."""

    def __init__(self, width, rngs):
        """Make one for `width` numbers, with nothing that is zero."""
        self.gate = nnx.Linear(width, width, use_bias=False, rngs=rngs)
        self.value = nnx.Param(jax.random.normal(rngs.params(), (width,)))
        self.largest = nnx.BatchStat(jax.random.uniform(rngs.params(), minval=0.2, maxval=0.6))
        self.count = nnx.BatchStat(jax.random.randint(rngs.params(), (), 2, 9))

    def __call__(self, x):
        """Move the statistics, and return the outputs for a batch."""
        self.count[...] = self.count[...] + 1
        self.largest[...] = jnp.maximum(self.largest[...], jnp.abs(x).max())
        return x + self.value[...] * nnx.sigmoid(self.gate(x / self.largest[...]))


def stack(layer, width, depth, seed):
    """Return one layer of this class, each variable of which has a first axis of `depth`."""
    create = nnx.vmap(lambda rngs: layer(width, rngs))
    return create(nnx.Rngs(seed).split(depth))


def make_plain(width, depth, seed):
    """Return a stack of plain layers."""
    return stack(Plain, width, depth, seed)


def make_gated(width, depth, seed):
    """Return a stack of gated layers."""
    return stack(Gated, width, depth, seed)
