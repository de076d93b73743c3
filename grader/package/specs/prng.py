"""Checks of random keys."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from grader.package.specs.base import Strict


class PrngSpec(Strict):
    """Each random key must be used at most once: to draw from, or to split.

    Keys are told apart by their values while the program of each call runs, so that it doesn't matter how a key
    came to be used again: as a legacy array, by `fold_in` of the same number, in a loop, by seeding twice.
    `fold_in` of different numbers is not a use, unless the key itself is used, too. A function of a library counts
    as one use, and so does what `jax.checkpoint` computes once more; a key that `jax.random.clone` copied may be
    used again, unless `clones` says otherwise. A key that is returned is for the caller to use, so nothing else may
    have used it. In loops the first 16 steps are looked at.
    """

    legacy: Literal["allow", "forbid"] = Field(
        default="allow", description="whether raw uint32 keys, as by `jax.random.PRNGKey`, may be used"
    )
    clones: Literal["allow", "forbid"] = Field(
        default="allow", description="whether a key may be used again that `jax.random.clone` copied"
    )
