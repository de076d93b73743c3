"""A rule that explains exceptions, and the lessons that rules point to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

AUX: Final = ("pytree_cache", "Aux data is compared with ==")
LEAVES: Final = ("pytree_cache", "What goes where")
CACHE: Final = ("jit_forward", "What misses the cache")
MODELS: Final = ("jit_forward", "What nnx.jit does with a model")


@dataclass(frozen=True)
class Rule:
    """An exception is explained by this rule when one of its types and its message fit.

    In `words` `{type}` is the exception's type, `{message}` the first line of its message, `{detail}` what the group of
    that name in `pattern` found, after a colon, and `{lacking}` what has no such attribute, by the groups `module`,
    `object` and `attribute`. In a hidden case messages and details are left out. `lesson` names the problem and the
    heading where its lesson tells more.
    """

    code: str
    types: tuple[str, ...]
    pattern: str
    words: str
    lesson: tuple[str, str] | None = None
