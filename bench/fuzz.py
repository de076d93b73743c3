"""Whether anything that a sandbox may send gets past the parser of frames other than as a frame or a refusal.

`python -m bench.fuzz [--inputs N] [--seed S]` damages frames of values and of evidence at random, a million times, and
reads them as the supervisor does: frame, value, evidence of a case. Exit status 1: something else was raised; the input
is printed.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from grader.judge.evidence import CaseEvidence
from grader.protocol import (
    KEY,
    MAGIC,
    PREFIX,
    VERSION,
    Array,
    Frame,
    FrameKind,
    Make,
    ProtocolError,
    ValueReader,
    ValueWriter,
    encode_frame,
    read_frame,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.protocol import Value

STEP: Final = 10_000
INTERESTING: Final = (
    *(b"null", b"true", b"[]", b"{}", b'""', b"-1", b"1e999", b"9" * 30, b"[" * 200, b"NaN", b"\\ud800", b"\xff\xfe"),
    *(b'{"t":"array"}', b'{"t":"int","v":"1"}', b'{"t":"tuple","v":[]}', b'"float32"', b'"key"', b'"shape"', b'"at"'),
    *(bytes(4), b"\xff" * 4, b"\x7f\xff\xff\xff", b"JD"),
)
"""Values that are inserted at random places, besides random bytes."""


ODD_VALUES: Final[tuple[Any, ...]] = (
    *(None, True, 0, -1, 2**63, 10**400, 0.5, 1e308, "", "x" * 5000, "\ud800", [], {}, [[[[]]]], "float32", "key<fry>"),
    *({"t": "array", "dtype": "float32", "shape": [2**40], "at": 0}, {"t": "dict", "v": {"": None}}, {"t": "nan"}),
)
ODD_KEYS: Final = ("t", "v", "at", "shape", "dtype", "fields", "name", "seal", "", "__proto__")
SOUND_CALL: Final[dict[str, object]] = {
    "unsendable": None,
    "seconds": 0.1,
    "inputs": {"parameter": "x", "what": "changed"},
    "state": {"graphdef": True, "params": True},
    "roundtrip": {"error": None, "fields": {"scale": 1}, "same_structure": True},
    "traces": [{"name": "f", "line": 1, "ms": 1.5, "entered": [{"name": "g", "line": 2}]}],
    "segments": [{"kind": "compile", "name": "f", "ms": 2.5, "line": 1}],
    "wrappers": [],
    "called": [0],
    "modules": [{"input_traced": True, "params_traced": True, "in_wrapper": True}],
    "inner": [{"name": "f", "seconds": 0.1, "traces": 1, "start": 0, "stop": 1}],
}
"""A valid call's evidence, without its output."""


class OddError(Exception):
    """A damaged frame raised something other than a refusal."""

    def __init__(self, data: bytes, error: BaseException) -> None:
        """Describe the input `data`, and the error."""
        super().__init__(f"{type(error).__name__}: {error}\ninput: {data.hex()}")


def fuzz(inputs: int, seed: int) -> Iterator[Counter[str]]:
    """Read `inputs` damaged frames; yield, from time to time, the counts of outcomes so far.

    Raises `OddError` at the first one that is neither read nor refused.
    """
    choose, sound, outcomes = random.Random(seed), make_frames(), Counter[str]()  # noqa: S311 - to be repeatable
    for number in range(1, inputs + 1):
        data = damage(choose, sound)
        try:
            outcomes[receive(data)] += 1
        except Exception as error:
            raise OddError(data, error) from error
        if number % STEP == 0 or number == inputs:
            yield outcomes


def receive(data: bytes) -> str:
    """Read `data` as the supervisor reads a pipe; return the outcome."""
    at = 0

    def read_exactly(size: int) -> bytes:
        nonlocal at
        if at + size > len(data):
            raise EOFError
        at += size
        return data[at - size : at]

    try:
        frame = read_frame(read_exactly)
    except EOFError:
        return "too short"
    except ProtocolError:
        return "refused frame"
    try:
        evidence = CaseEvidence.model_validate(frame.header)
    except ValidationError:
        return "refused evidence"
    try:
        for call in evidence.calls:
            ValueReader(frame.payload).read(call.output)
    except ProtocolError:
        return "refused value"
    return "read"


def make_frames() -> list[bytes]:
    """Return valid frames to start from."""
    vector = Array("float32", (2, 3), bytes(24))
    values: list[Value] = [
        None,
        [True, 2**70, -0.0, float("nan"), "text ☃"],
        {"kernel": vector, "keys": (Array(KEY, (1,), bytes(8)), Array("bfloat16", (), b"\0\0"))},
        Make("ConfigBox", {"vec": vector, "scale": 3}),
        [[[[vector]]], (), {}],
    ]
    error = {
        "type": "ValueError",
        "bases": [],
        "own": True,
        "message": "no",
        "frames": [{"line": 1, "function": "f", "text": "x"}],
    }
    frames = []
    for value in values:
        writer = ValueWriter()
        call = SOUND_CALL | {"output": writer.write(value)}
        header: dict[str, object] = {"index": 0, "calls": [call, call], "error": error if value is None else None}
        CaseEvidence.model_validate(header)
        frames.append(encode_frame(Frame(FrameKind.CASE, header, writer.payload)))
    return frames


def damage(choose: random.Random, sound: list[bytes]) -> bytes:
    """Return one of the frames with damage to its bytes or to its decoded header."""
    if choose.random() < 0.5:  # noqa: PLR2004 - half of them
        return _damage_bytes(choose, sound)
    data = choose.choice(sound)
    size = PREFIX.unpack(data[: PREFIX.size])[3]
    header = json.loads(data[PREFIX.size : PREFIX.size + size])
    for _ in range(choose.randint(1, 3)):
        _damage_node(choose, header)
    text = json.dumps(header).encode()
    payload = data[PREFIX.size + size :][: choose.choice((None, None, None, 7))]
    return PREFIX.pack(MAGIC, VERSION, FrameKind.CASE, len(text), len(payload)) + text + payload


def _damage_node(choose: random.Random, root: dict[str, object]) -> None:
    """Change, copy, add or remove one node somewhere in `root`."""
    places: list[tuple[Any, Any]] = []
    stack: list[Any] = [root]
    while stack:
        parent = stack.pop()
        for key in list(parent) if isinstance(parent, dict) else range(len(parent)):
            places.append((parent, key))
            if isinstance(parent[key], (dict, list)):
                stack.append(parent[key])
    parent, key = choose.choice(places)
    donor, other = choose.choice(places)
    match choose.randrange(4):
        case 0:
            parent[key] = copy.deepcopy(choose.choice(ODD_VALUES))
        case 1:
            parent[key] = copy.deepcopy(donor[other])
        case 2 if isinstance(parent, dict):
            parent[choose.choice(ODD_KEYS)] = copy.deepcopy(donor[other])
        case _:
            del parent[key]


def _damage_bytes(choose: random.Random, sound: list[bytes]) -> bytes:
    """Return one of the frames with one to four damaged places."""
    data = bytearray(choose.choice(sound))
    for _ in range(choose.randint(1, 4)):
        at = choose.randrange(len(data) + 1)
        end = min(len(data), at + choose.choice((1, 1, 2, 8, 64)))
        match choose.randrange(7):
            case 0 if data:
                data[choose.randrange(len(data))] ^= 1 << choose.randrange(8)
            case 1:
                data[at:end] = choose.randbytes(end - at)
            case 2:
                del data[at:end]
            case 3:
                data[at:at] = choose.choice(INTERESTING)
            case 4:
                data[at:end] = choose.choice(INTERESTING)
            case 5:
                data[at:at] = data[at:end]
            case _:
                other = choose.choice(sound)
                data[at:] = other[choose.randrange(len(other)) :]
    return bytes(data) if choose.random() < 0.5 else _resize(bytes(data))  # noqa: PLR2004 - half of them


def _resize(data: bytes) -> bytes:
    """Return a frame with its prefix adjusted to the header's current size, so that its content is read, too."""
    start, size = data.find(b"{"), len(data)
    end = data.rfind(b"}") + 1
    if start < 0 or end <= start:
        return data
    return PREFIX.pack(MAGIC, VERSION, FrameKind.CASE, end - start, size - end) + data[start:]


def main() -> None:
    """Read the options, show progress, and print the counts of outcomes."""
    parser = argparse.ArgumentParser(prog="python -m bench.fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=1_000_000, help="how many frames to damage")
    parser.add_argument("--seed", type=int, default=0, help="of the random damages")
    options = parser.parse_args()
    began = time.monotonic()
    try:
        for outcomes in fuzz(options.inputs, options.seed):
            done = outcomes.total()
            print(f"\r{done:,} of {options.inputs:,}", end="", file=sys.stderr, flush=True)
    except OddError as odd:
        sys.exit(f"\n{odd}")
    print(file=sys.stderr)
    for outcome, count in outcomes.most_common():
        print(f"{outcome:20}{count:12,}")
    print(f"{options.inputs:,} damaged frames in {time.monotonic() - began:.0f} s: each was read or refused")


if __name__ == "__main__":
    main()
