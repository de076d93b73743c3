"""A box closed over by a lambda in a jitted scan: a second instance of the same kind adds nothing to the cache."""

from __future__ import annotations

import subprocess
import sys

from tests.unit.content.environment import QUIET

PROGRAM = """
import jax
import jax.numpy as jnp


class Drift:
    def __init__(self, rates, width):
        self.rates = rates
        self.width = width

    def advance(self, position, gain):
        return gain * (position + self.rates + jnp.ones(self.width))


jax.tree_util.register_pytree_node(
    Drift,
    lambda drift: ((drift.rates,), {"width": drift.width}),
    lambda aux, leaves: Drift(*leaves, **aux),
)
traces = []


def carry_and_keep(drift, position, gain):
    position = drift.advance(position, gain)
    return position, [position]


@jax.jit
def simulate(drift):
    traces.append(drift.width)
    body = lambda position, gain: carry_and_keep(drift, position, gain)
    return jax.lax.scan(body, jnp.array([0.0, 1.0]), jnp.array([1.0, 2.0, 3.0]))


last, (path,) = simulate(Drift(jnp.array([1.0, 2.0]), 2))
assert last.tolist() == [30.0, 51.0], last
assert path.shape == (3, 2)
last, _ = simulate(Drift(jnp.array([3.0, 4.0]), 2))
assert last.tolist() == [60.0, 81.0], last
assert traces == [2], traces
assert simulate._cache_size() == 1, simulate._cache_size()
"""


def test_two_instances_leave_one_cache_entry() -> None:
    """Two calls, one trace, a cache of size 1."""
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, env=QUIET, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
