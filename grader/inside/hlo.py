"""Counts the floating-point operations of a compiled XLA program from its text (HLO).

A program that XLA has partitioned over several devices is the program of one device: its shapes are those of a shard.
So the count tells how much of the work each device does.

Method. An operation on floating-point numbers costs one FLOP per element of its result or of its largest operand,
whichever is more, so that a reduction costs what it reads. A matrix product costs two per multiplication and addition.
Data movement and communication are free. The body of a loop counts once per iteration, as often as XLA notes beside the
loop (`known_trip_count`). All branches of a conditional count. The count is meant for comparison with one of another
program made in the same way.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

FREE = frozenset(
    (
        *("parameter", "constant", "iota", "broadcast", "reshape", "transpose", "slice", "dynamic-slice", "tuple"),
        *("dynamic-update-slice", "concatenate", "pad", "gather", "reverse", "convert", "bitcast", "bitcast-convert"),
        *("get-tuple-element", "copy", "copy-start", "copy-done", "opt-barrier", "after-all", "custom-call", "real"),
        *("imag", "complex", "fusion", "call", "while", "conditional", "all-reduce", "all-gather", "reduce-scatter"),
        *(
            "all-to-all",
            "collective-permute",
            "collective-broadcast",
            "partition-id",
            "replica-id",
            "infeed",
            "outfeed",
        ),
        *("all-reduce-start", "all-reduce-done", "all-gather-start", "all-gather-done", "collective-permute-start"),
        *("collective-permute-done", "async-start", "async-update", "async-done", "send", "recv", "send-done"),
        *("recv-done", "domain", "get-dimension-size", "set-dimension-size"),
    )
)
"""Operations that move data, or whose cost is that of the computations that they call."""
MAX_FLOPS = 10**18
HEADER = re.compile(r"^(?P<entry>ENTRY )?%?(?P<name>\S+) \(.*\) -> .* \{$")
INSTRUCTION = re.compile(
    r"^\s+(?:ROOT )?%?(?P<name>\S+) = (?P<type>.+?) (?P<kind>[a-z][a-z-]*)\((?P<operands>[^)]*)\)(?P<rest>.*)$"
)
NAME = re.compile(r"%([\w.-]+)")
ARRAY = re.compile(r"\b(?P<dtype>[a-z]+\d+\w*|pred)\[(?P<sizes>[\d,]*)\]")
FLOATING = re.compile(r"\b(?:bf|f|c)\d+\w*\[")
CALLED = re.compile(r"\b(?:calls|to_apply|true_computation|false_computation|body|condition)=%?([\w.-]+)")
BRANCHES = re.compile(r"\bbranch_computations=\{([^}]*)\}")
TRIPS = re.compile(r'"known_trip_count":\{"n":"(\d+)"')
CONTRACTED = re.compile(r"\blhs_contracting_dims=\{([\d,]*)\}")


class UncountableError(Exception):
    """The program doesn't show how often a loop runs."""


@dataclass(frozen=True)
class _Instruction:
    """One line of a computation."""

    type: str
    kind: str
    operands: list[str]
    rest: str


def count_flops(text: str) -> int:
    """Return the number of floating-point operations of a program in XLA's text; raise `UncountableError`."""
    computations, entry = _read(text)
    done: dict[str, int] = {}

    def of(name: str) -> int:
        if name not in done:
            body = computations.get(name, {})
            done[name] = sum(
                _count(one, body) + sum(of(called) * times for called, times in _calls(one)) for one in body.values()
            )
        return done[name]

    return min(of(entry), MAX_FLOPS)


def _read(text: str) -> tuple[dict[str, dict[str, _Instruction]], str]:
    """Return the instructions of each computation by their names, and the name of the entry computation."""
    computations: dict[str, dict[str, _Instruction]] = {}
    entry, current = "", {}
    for line in text.splitlines():
        header = HEADER.match(line)
        if header is not None:
            current = computations.setdefault(header["name"], {})
            entry = header["name"] if header["entry"] else entry
            continue
        found = INSTRUCTION.match(line)
        if found is not None:
            operands = NAME.findall(found["operands"]) or [word.strip() for word in found["operands"].split(",")]
            current[found["name"]] = _Instruction(found["type"], found["kind"], operands, found["rest"])
    return computations, entry


def _calls(one: _Instruction) -> list[tuple[str, int]]:
    """Return the computations that an instruction runs, each with how often."""
    names = CALLED.findall(one.rest)
    for listed in BRANCHES.findall(one.rest):
        names += [name.strip().lstrip("%") for name in listed.split(",")]
    if one.kind != "while":
        return [(name, 1) for name in names]
    trips = TRIPS.search(one.rest)
    if trips is None:
        raise UncountableError
    return [(name, int(trips[1])) for name in names]


def _count(one: _Instruction, body: dict[str, _Instruction]) -> int:
    """Return the FLOPs of one instruction by itself."""
    types = [one.type, *(body[name].type for name in one.operands if name in body)]
    if one.kind in FREE or not any(map(FLOATING.search, types)):
        return 0
    sizes = [_elements(each) for each in types]
    if one.kind == "dot":
        contracted = CONTRACTED.search(one.rest)
        left = _shape(types[1]) if len(types) > 1 else []
        axes = [int(axis) for axis in contracted[1].split(",") if axis] if contracted is not None else []
        return 2 * sizes[0] * math.prod(left[axis] for axis in axes)
    if one.kind == "convolution":
        return 2 * sizes[0] * sizes[-1]
    return max(sizes)


def _shape(kind: str) -> list[int]:
    """Return the sizes of the first array in a type."""
    found = ARRAY.search(kind)
    return [int(size) for size in found["sizes"].split(",") if size] if found is not None else []


def _elements(kind: str) -> int:
    """Return the number of elements of all arrays in a type."""
    return sum(math.prod(int(size) for size in sizes.split(",") if size) for _, sizes in ARRAY.findall(kind))
