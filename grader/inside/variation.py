"""Varies functions of `bodies.py` by a random factor on their results, for the hidden cases of sealed problems.

The factor depends smoothly on every number of every operand, and is between 0.8 and 1.2. Its parameters are drawn from
a seed that never enters the learner's sandbox. A submission that computes the public function by other means gets
wrong numbers, because the referee fills the holes of a program (`holes.py`) with the varied function.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

STRENGTH = 0.2
_leaves, _map, _issubdtype = jax.tree.leaves, jax.tree.map, jnp.issubdtype


def vary(body: Callable[..., Any], draw: int) -> Callable[..., Any]:
    """Return `body` with its floating-point results varied by the seed `draw`; other results stay the same."""

    @functools.wraps(body)
    def varied(*args: Any) -> Any:  # noqa: ANN401 - a body takes and returns any arrays
        rng = np.random.default_rng(draw)
        phase = sum((_mix(operand, rng) for operand in _leaves(args)), jnp.float32(rng.uniform(0, 6)))

        def vary_one(result: Any) -> Any:  # noqa: ANN401
            if not _issubdtype(jnp.result_type(result), jnp.inexact):
                return result
            offsets = np.float32(rng.uniform(0.3, 2)) * np.arange(np.size(result), dtype=np.float32)
            factor = 1 + STRENGTH * jnp.sin(phase + offsets.reshape(np.shape(result)))
            return result * factor.astype(result.dtype)

        return _map(vary_one, body(*args))

    return varied


def _mix(operand: Any, rng: np.random.Generator) -> Any:  # noqa: ANN401 - an array
    """Return one number that depends on each number of `operand` and on its position."""
    scale, step = (np.float32(one) for one in rng.uniform(0.5, 1.5, 2))
    if not _issubdtype(jnp.result_type(operand), jnp.floating) or not np.size(operand):
        return jnp.float32(0)
    offsets = step * np.arange(np.size(operand), dtype=np.float32).reshape(np.shape(operand))
    return jnp.mean(jnp.sin(scale * operand.astype(jnp.float32) + offsets))
