"""Studies of the output's sharding over several devices, of the compiled programs' collectives, and of their work."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import jax
from jax._src import compiler

from grader.inside.closing import close
from grader.inside.hlo import UncountableError, count_flops

if TYPE_CHECKING:
    from grader.inside.studies.subject import Study, Subject

MAX_ARRAYS = 100
PAIR = re.compile(r"(\d+), ?(\d+)")
MAX_PROGRAMS = 500
COLLECTIVE = re.compile(
    r"= (?P<result>.*[\])}]) (?P<kind>all-reduce|all-gather|reduce-scatter|all-to-all|collective-permute)(?:-start)?\("
)
"""An instruction in XLA's text: the shape of its result, then its name and its operands."""
ARRAY = re.compile(r"\b(?:pred|b?[usfc](?P<bits>\d+)\w*)\[(?P<sizes>[\d,]*)\]")
"""The type of an array in XLA's text, such as `f32[16,2]{1,0}`."""
DEVICES = re.compile(r"num_partitions=(?P<count>\d+)")
ARGUMENTS = re.compile(r"entry_computation_layout=\{\((?P<types>.*?)\)->")
"""The types of a program's arguments on one device, in the first line of XLA's text."""
ROUTES = re.compile(r"source_target_pairs=\{(?P<pairs>[{},\d ]*)\}")
"""The devices that a `collective-permute` sends from and to, in XLA's text: `source_target_pairs={{0,1},{1,2}}`."""

_leaves = jax.tree.leaves
_clear_caches: Any = jax.clear_caches


def study_sharding(subject: Subject, _: dict[str, Any]) -> dict[str, object]:
    """Return the sharding of each output array, the number of each collective, the bytes of their results, and FLOPs.

    `arguments` is the size of the arguments, in bytes, of the program on several devices that has the most. A program's
    text is that of one device, and so are the bytes and the FLOPs. The latter are None if they depend on values.
    """
    output, programs = run_and_collect(subject.fresh())
    leaves = [leaf for leaf in _leaves(output) if isinstance(leaf, jax.Array)]
    matches = [match for program in programs for match in COLLECTIVE.finditer(program)]
    return {
        "arrays": [describe(leaf) for leaf in leaves[:MAX_ARRAYS]],
        "collectives": dict(Counter(match["kind"] for match in matches)),
        "bytes": sum(count_bytes(match["result"]) for match in matches),
        "routes": _list_routes(programs),
        "flops": _count_work(programs),
        "arguments": max(map(_count_arguments, filter(_is_shared, programs)), default=0),
    }


def _list_routes(programs: list[str]) -> list[list[int]]:
    """Return the pairs of devices, each once, between which the programs send shards by `collective-permute`."""
    texts = {match["pairs"] for program in programs for match in ROUTES.finditer(program)}
    pairs = {(int(source), int(target)) for text in texts for source, target in PAIR.findall(text)}
    return [list(pair) for pair in sorted(pairs)]


def _is_shared(program: str) -> bool:
    """Return whether several devices run the program."""
    devices = DEVICES.search(program.partition("\n")[0])
    return devices is not None and int(devices["count"]) > 1


def _count_arguments(program: str) -> int:
    """Return the bytes of a program's arguments on one device."""
    found = ARGUMENTS.search(program.partition("\n")[0])
    return count_bytes(found["types"]) if found else 0


def _count_work(programs: list[str]) -> int | None:
    """Return the floating-point operations of all programs on one device, or None if they depend on values."""
    try:
        return sum(map(count_flops, programs))
    except UncountableError:
        return None


def count_bytes(result: str) -> int:
    """Return the size of the arrays in a type of XLA's text, in bytes."""
    return sum(
        math.prod(map(int, filter(None, match["sizes"].split(",")))) * max(1, int(match["bits"] or 8) // 8)
        for match in ARRAY.finditer(result)
    )


def run_and_collect(subject: Subject) -> tuple[Any, list[str]]:
    """Make the last call with empty caches; return its output and the text of all programs that it used."""
    module: Any = compiler
    original = module.compile_or_get_cached
    programs: list[str] = []

    def watched(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - JAX's own
        executable = original(*args, **kwargs)
        if len(programs) < MAX_PROGRAMS:
            programs.extend(module.to_string() for module in executable.hlo_modules())
        return executable

    _clear_caches()
    module.compile_or_get_cached = close(watched)
    try:
        return subject.run(), programs
    finally:
        module.compile_or_get_cached = original


def describe(array: jax.Array) -> dict[str, object]:
    """Return an array's sharding as JSON."""
    sharding: Any = array.sharding
    parts = sorted(sharding.devices_indices_map(array.shape).items(), key=lambda item: item[0].id)
    starts = [[part.indices(size)[0] for part, size in zip(index, array.shape, strict=True)] for _, index in parts]
    kinds = getattr(getattr(sharding, "mesh", None), "axis_types", ())
    return {
        "shape": list(array.shape),
        "shard": list(sharding.shard_shape(array.shape)),
        "devices": len(sharding.device_set),
        "starts": starts,
        "spec": str(getattr(sharding, "spec", type(sharding).__name__))[:200],
        "axes": sorted({str(getattr(kind, "name", kind))[:20] for kind in kinds}),
    }


STUDIES: dict[str, Study] = {"sharding": study_sharding}
