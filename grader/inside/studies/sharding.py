"""Studies of how the output lies on several devices, and of what the compiled program sends between them."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import jax
from jax._src import compiler

if TYPE_CHECKING:
    from grader.inside.studies.subject import Study, Subject

MAX_ARRAYS = 100
MAX_PROGRAMS = 500
COLLECTIVE = re.compile(r"[\])}] (all-reduce|all-gather|reduce-scatter|all-to-all|collective-permute)(?:-start)?\(")
"""An instruction of XLA's text: the shape of its result, then its name and its operands."""

_leaves = jax.tree.leaves
_clear_caches: Any = jax.clear_caches


def study_sharding(subject: Subject, _: dict[str, Any]) -> dict[str, object]:
    """Return shape, shard's shape, number of devices and spec of each array of the output; and all collectives."""
    output, programs = run_and_collect(subject.fresh())
    leaves = [leaf for leaf in _leaves(output) if isinstance(leaf, jax.Array)]
    found = Counter(kind for program in programs for kind in COLLECTIVE.findall(program))
    return {"arrays": [describe(leaf) for leaf in leaves[:MAX_ARRAYS]], "collectives": dict(found)}


def run_and_collect(subject: Subject) -> tuple[Any, list[str]]:
    """Make the last call with no program in JAX's memory; return its output and the text of all programs it used."""
    module: Any = compiler
    original = module.compile_or_get_cached
    programs: list[str] = []

    def watched(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - JAX's own
        executable = original(*args, **kwargs)
        if len(programs) < MAX_PROGRAMS:
            programs.extend(module.to_string() for module in executable.hlo_modules())
        return executable

    _clear_caches()
    module.compile_or_get_cached = watched
    try:
        return subject.run(), programs
    finally:
        module.compile_or_get_cached = original


def describe(array: jax.Array) -> dict[str, object]:
    """Return how an array lies on its devices."""
    sharding = array.sharding
    return {
        "shape": list(array.shape),
        "shard": list(sharding.shard_shape(array.shape)),
        "devices": len(sharding.device_set),
        "spec": str(getattr(sharding, "spec", type(sharding).__name__))[:200],
    }


STUDIES: dict[str, Study] = {"sharding": study_sharding}
