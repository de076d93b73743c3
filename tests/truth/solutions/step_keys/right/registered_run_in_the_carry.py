"""The carry of the scan is a registered dataclass with a method that makes one step and returns its successor."""
from __future__ import annotations

from dataclasses import dataclass

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Run:
    key: jax.Array  # Key[]
    number: jax.Array  # Int32[]
    state: jax.Array  # Float32[D]

    def draws(self):
        noise_key, mask_key = jax.random.split(jax.random.fold_in(self.key, self.number))
        shape = self.state.shape
        return jax.random.normal(noise_key, shape), jax.random.bernoulli(mask_key, 0.75, shape)

    def after(self, row) -> Run:
        noise, kept = self.draws()
        state = 0.9 * self.state + jnp.where(kept, row, 0) + 0.1 * noise
        return Run(self.key, self.number + 1, state)


def resume(key, first, state, rows):
    def step(run, row):
        run = run.after(row)
        return run, run.state

    last, states = jax.lax.scan(step, Run(key, jnp.asarray(first), state), rows)
    return last.state, states
