"""A policy that keeps one name, and that is what goes from layer to layer."""

import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name

POLICY = jax.checkpoint_policies.save_only_these_names("between")


def value_and_slopes(block, stack, x, target):
    def step(h, layer):
        return block(layer, checkpoint_name(h, "between")), None

    def loss(stack):
        last, _ = jax.lax.scan(jax.checkpoint(step, policy=POLICY), x, stack)
        return jnp.mean((last - target) ** 2)

    return jax.value_and_grad(loss)(stack)
