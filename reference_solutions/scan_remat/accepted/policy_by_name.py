"""The output of each block has a name, and nothing else may be saved."""

import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name


def value_and_slopes(block, stack, x, target):
    def step(h, layer):
        h = checkpoint_name(block(layer, h), "output")
        return h, None

    kept = jax.checkpoint(step, policy=jax.checkpoint_policies.save_only_these_names("output"))

    def loss(stack):
        out, _ = jax.lax.scan(kept, x, stack)
        return jnp.mean(jnp.square(out - target))

    value, pull = jax.vjp(loss, stack)
    return value, pull(jnp.ones(()))[0]
