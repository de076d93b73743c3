"""Checks of random keys."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from grader.package.specs.base import Strict


class PrngSpec(Strict):
    """Each random key must be used at most once: to draw from, or to split.

    Keys are identified by their values while the program of each call runs, so every way of reusing a key is found: as
    a legacy array, by `fold_in` of the same number, in a loop, by seeding twice. `fold_in` of different numbers is not
    a use, unless the key itself is used too. A function of a library counts as one use, and a recomputation by
    `jax.checkpoint` doesn't count again. A key that `jax.random.clone` copied may be used again, unless `clones` says
    otherwise. A returned key is for the caller to use, so nothing else may have used it. In loops, the first 16 steps
    are examined. Under `jax.vmap` all branches of a `lax.cond` or `lax.switch` run, so a key that two of them use
    counts twice, although each row takes the numbers of one branch only: a solution has to use it before the `cond`.
    """

    legacy: Literal["allow", "forbid"] = Field(
        default="allow", description="whether raw uint32 keys, as from `jax.random.PRNGKey`, may be used"
    )
    clones: Literal["allow", "forbid"] = Field(
        default="allow", description="whether a key that `jax.random.clone` copied may be used again"
    )
