"""Layers, the functions that make one, and random streams."""

import jax
from flax import nnx


class Residual(nnx.Module):
    """Adds a linear layer's outputs, some of which are dropped, to the inputs."""

    def __init__(self, width, rngs):
        """Make one of this width."""
        self.linear = nnx.Linear(width, width, rngs=rngs)
        self.linear.bias[...] = jax.random.normal(rngs.params(), (width,))
        self.dropout = nnx.Dropout(0.5, rngs=rngs)

    def __call__(self, x):
        """Return the outputs for a batch."""
        return x + self.dropout(nnx.tanh(self.linear(x)))


class Gated(nnx.Module):
    """Multiplies the inputs by a gate, whose numbers are drawn from a stream of their own. It keeps one for noise."""

    def __init__(self, width, rngs):
        """Make one of this width."""
        self.gate = nnx.Linear(width, width, use_bias=False, rngs=rngs)
        self.scale = nnx.Param(jax.random.uniform(rngs.gate(), (width,), minval=0.5, maxval=2.0))
        self.noise = nnx.Rngs(noise=rngs.gate())
        self.level = nnx.BatchStat(jax.random.normal(self.noise.noise(), ()))

    def __call__(self, x):
        """Return the outputs for a batch."""
        return self.scale * x * nnx.sigmoid(self.gate(x) - self.level)


class Noisy(nnx.Module):
    """Adds noise to the inputs. It keeps streams of its own, of the same names as those that it is made from."""

    def __init__(self, width, rngs):
        """Make one of this width."""
        self.size = nnx.Param(jax.random.uniform(rngs.noise(), (width,)))
        self.streams = rngs.fork()

    def __call__(self, x):
        """Return the outputs for a batch."""
        return x + self.size * jax.random.normal(self.streams.noise(), x.shape)


def training(make):
    """Return a function that makes such layers in training mode. All functions that this returns have the same code."""

    def make_layer(width, rngs):
        layer = make(width, rngs)
        layer.train()
        return layer

    return make_layer


@training
def make_residual(width, rngs):
    """Return a fresh residual layer."""
    return Residual(width, rngs)


@training
def make_gated(width, rngs):
    """Return a fresh gated layer."""
    return Gated(width, rngs)


@training
def make_noisy(width, rngs):
    """Return a fresh noisy layer."""
    return Noisy(width, rngs)


def make_rngs(seeds, used):
    """Return streams of these names and seeds. `used` keys were drawn from the first, and one more from each next."""
    rngs = nnx.Rngs(**seeds)
    for i, name in enumerate(seeds):
        for _ in range(used + i):
            rngs[name]()
    return rngs
