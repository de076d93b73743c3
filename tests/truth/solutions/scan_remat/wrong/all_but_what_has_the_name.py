"""Checkpoints the step with a policy that keeps everything but arrays of the name "wide", and gives the name only to the output, which isn't wide.

Class: decoy
Why: breaches "Memory": the wide arrays that the block makes inside have no name, and are kept for all layers.
"""

import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name


def value_and_slopes(block, stack, x, target):
    policy = jax.checkpoint_policies.save_anything_except_these_names("wide")

    def step(h, layer):
        return checkpoint_name(block(layer, h), "wide"), None

    def loss(stack):
        last, _ = jax.lax.scan(jax.checkpoint(step, policy=policy), x, stack)
        return jnp.mean((last - target) ** 2)

    return jax.value_and_grad(loss)(stack)
