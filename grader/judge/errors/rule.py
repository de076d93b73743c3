"""The type of a rule that explains exceptions, and the lessons that rules point to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

AUX: Final = ("pytree_cache", "Aux data is compared with ==")
LEAVES: Final = ("pytree_cache", "What goes where")
CACHE: Final = ("jit_forward", "What misses the cache")
CAPTURED: Final = ("captured_model", "Make it an argument")
MODELS: Final = ("jit_forward", "What nnx.jit does with a model")
AXES: Final = ("vmap_batch", "in_axes")
CARRY: Final = ("trajectory", "Carry in, carry out")
CARRY_TYPE: Final = ("trajectory", "The carry keeps its type")
CONDITIONS: Final = ("traced_conditions", "What to write instead")
DONATION: Final = ("donated_update", "What you give up")
GRADIENTS: Final = ("value_and_grad", "What fails")
INDICES: Final = ("traced_index", "What is in the list?")
KERNELS: Final = ("window_means", "A kernel gets references to blocks")
KEYS: Final = ("first_keys", "A key is a number, not a generator")
KNOWN: Final = ("numpy_under_jit", "Two kinds of numbers")
LEAKS: Final = ("inner_statistics", "Every transformation has a door")
MASKS: Final = ("masked_selection", "Often you need no selection")
NANS: Final = ("safe_distances", "Where the NaN comes from")
NO_GRADIENT: Final = ("clipped_gradient", "Arguments that have no gradient")
NUMPY: Final = ("numpy_under_jit", "Why some of NumPy works")
PREFETCH: Final = ("paged_sums", "Numbers that are there before the blocks")
REVERSE: Final = ("clipped_gradient", "Pitfalls")
REUSE: Final = ("split_keys", "A key is a value, not a generator")
RULES: Final = ("clipped_gradient", "Forward and backward")
SELECTION: Final = ("masked_selection", "A selection of fixed size")
STATIC: Final = ("frozen_config", "What can be static")
STREAMS: Final = ("mc_dropout", "A model carries its randomness")
TRAINING: Final = ("train_step", "The canonical step")
TREES: Final = ("tree_map", "Trees of arrays")
UPDATES: Final = ("array_updates", "Arrays don't change")


class Wording(NamedTuple):
    """A sentence on an exception, and the problem and the heading in its lesson that say more."""

    words: str
    lesson: tuple[str, str] | None = None


@dataclass(frozen=True)
class Rule:
    """A rule, which explains an exception if one of its types and its message fit.

    In `words`, `{type}` is the exception's type, `{message}` the first line of its message, `{detail}` a colon and the
    text that the group of that name in `pattern` matched, and `{lacking}` says what has no such attribute, from the
    groups `module`, `object`, `tracer` and `attribute`. In a hidden case messages and details are left out. `lesson`
    names the problem, and the heading in its lesson, that say more. `own` limits the rule to exceptions that the
    submission's own lines raised, or to those that they didn't raise; `line` to those whose innermost line of the
    submission it fits. That line isn't known in hidden cases, so another rule must have the same code.

    A pattern must fit no other exception: Python, NumPy and learners write sentences like JAX's, too. If several rules
    have one code, `HIDDEN` has what is said in hidden cases.
    """

    code: str
    types: tuple[str, ...]
    pattern: str
    words: str
    lesson: tuple[str, str] | None = None
    own: bool | None = None
    line: str = ""
