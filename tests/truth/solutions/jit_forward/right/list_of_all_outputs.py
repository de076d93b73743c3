"""Collects all outputs in a list and returns the last."""

import jax.numpy as jnp
from flax import nnx


def forward(net, batch):
    return net(batch)


forward_jit = nnx.jit(forward)


def build(seed, inputs, outputs):
    return nnx.Linear(inputs, outputs, rngs=nnx.Rngs(seed))


def jit_forward(seed, x, features, num_calls):
    net = build(int(seed), x.shape[-1], int(features))
    history = []
    for _ in range(int(num_calls)):
        history.append(forward_jit(net, x))
    return jnp.concatenate([row for row in history[-1]])
