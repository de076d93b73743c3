"""The wire protocol between the trusted side and a sandbox: frames, values, limits. Standard library only.

Theory of operation
-------------------
The host sends first, and there is only one outstanding request. Each message is one frame::

    0      2      3      4            8                  16
    +------+------+------+------------+------------------+----------------+---------------+
    | "JD" | ver  | kind | header len | payload len      | header (JSON)  | payload bytes |
    +------+------+------+------------+------------------+----------------+---------------+

All integers are big-endian. The header is a JSON object; arrays are sent as raw little-endian C-order bytes in the
payload, and the header describes them by dtype name, shape and offset. Nothing is pickled, and nothing in a frame is
ever executed. A reader checks every length against its cap before it allocates memory, and any deviation raises
`ProtocolError`, after which the host kills the sandbox.

A problem's inputs and outputs consist of values (`Value`): None, bool, int, float, str, `Array`, and lists, tuples and
string-keyed dicts of them. Three further types describe objects that exist only inside: `Make` (an instance of the
submission's own class), `Body` (a function of the problem's `bodies.py`) and `Build` (the result of such a function).
Floats are sent as hexadecimal literals, and NaNs as their eight bytes, which preserves every bit.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import math
import re
import struct
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

VERSION: Final = 1
MAGIC: Final = b"JD"
PREFIX: Final = struct.Struct(">2sBBIQ")
MAX_SOURCE: Final = 64 * 1024
"""The maximum size of a submission's source, in bytes."""
MAX_HEADER: Final = 4 * 2**20
"""The maximum size of a frame's JSON header, in bytes."""
MAX_PAYLOAD: Final = 256 * 2**20
"""The maximum size of a frame's payload, in bytes."""
MAX_EXTENT: Final = 2**63 - 1
"""NumPy's maximum size of an array in bytes, in which axes of length 0 count as 1."""
MAX_DEPTH: Final = 32
MAX_NODES: Final = 100_000
MAX_RANK: Final = 16
MAX_INT_DIGITS: Final = 400

KEY: Final = "key<fry>"
"""JAX's name for the dtype of its typed random keys; an element is sent as its two words of key data."""
ITEM_SIZES: Final[dict[str, int]] = {
    "bool": 1,
    "int8": 1,
    "int16": 2,
    "int32": 4,
    "int64": 8,
    "uint8": 1,
    "uint16": 2,
    "uint32": 4,
    "uint64": 8,
    "float16": 2,
    "bfloat16": 2,
    "float32": 4,
    "float64": 8,
    "complex64": 8,
    "complex128": 16,
    KEY: 8,
}
"""The dtypes that may be sent, and the size of one element of each, in bytes."""


SEEDS: Final = "*seeds"
"""The name of the extra argument of a derivative's program; no parameter can have this name."""
SEAL_BYTES: Final = 16
QUESTIONS: Final = b"questions"
ANSWERS: Final = b"answers"
_SEALED: Final = b'"seal":"%b"}'
_COUNTED: Final = struct.Struct(">QBI")
_INTEGER: Final = re.compile(r"-?[0-9]+")
_SURROGATE: Final = re.compile(rb"\\u[dD][89a-fA-F]")
_NAN: Final = re.compile(r"[7f]ff[0-9a-f]{13}")
_DOUBLE: Final = struct.Struct(">d")


class ProtocolError(Exception):
    """A frame or value violates the protocol. On the host's side, the sandbox is then killed."""


class FrameKind(IntEnum):
    """The kinds of frames."""

    HELLO = 1  # host to sandbox: the confinement to apply
    READY = 2  # sandbox to host: confined and warm; the versions in use
    JOB = 3  # host to sandbox: source, entry point and calls of each case
    LOADED = 4  # sandbox to host: the source compiles and defines the required names
    CASE = 5  # sandbox to host: evidence of one case
    DONE = 6  # sandbox to host: all cases ran; closing evidence
    FAILED = 7  # sandbox to host: the source can't be graded, or importing it raised
    CASES = 8  # sandbox to host: the cases that a problem's generator made
    PROGRAM = 11  # sandbox to host: the exported program of one call
    WARM = 10  # host to sandbox: a problem's public code and values, to warm up with
    CACHE = 9  # sandbox to host: the compiled programs that a job requested


@dataclass(frozen=True, slots=True)
class Frame:
    """One message: its kind, its JSON header and the raw bytes that the header's arrays point into."""

    kind: FrameKind
    header: dict[str, object]
    payload: bytes = b""
    raw: bytes = field(default=b"", repr=False, compare=False)
    """The header's JSON as received, which the seal covers."""


class Seal:
    """Signs the frames of one direction, in order, with a key that submissions are not shown.

    The signature is the last key, `seal`, of a frame's header, and covers kind, header, payload and the count of frames
    before it. It shows that a frame was made by the host, or by the grader's code in the sandbox. That code shares its
    process with the submission, so a seal is hardening and not a security boundary.
    """

    def __init__(self, key: bytes, way: bytes) -> None:
        """Use `key` for `QUESTIONS` or `ANSWERS`; the signing side and the checking side each have their own seal."""
        self._keyed = hashlib.blake2b(key=key, digest_size=SEAL_BYTES, person=way)
        self._count = self._concealed = 0

    def conceal(self, text: bytes) -> bytes:
        """Encrypt a secret text, or decrypt the other side's. Both sides must call this in the same order."""
        state = self._keyed.copy()
        state.update(b"conceal" + self._concealed.to_bytes(8, "big"))
        self._concealed += 1
        pad = hashlib.shake_128(state.digest()).digest(len(text))
        return bytes(one ^ other for one, other in zip(text, pad, strict=True))

    def sign(self, kind: FrameKind, header: bytes, payload: bytes) -> bytes:
        """Return the JSON `header` with the signature added."""
        text = header[:-1]
        comma = b"," if len(text) > 1 else b""
        return text + comma + _SEALED % self._next(kind, text, payload)

    def check(self, frame: Frame) -> None:
        """Remove `seal` from the header of the next frame; raise `ProtocolError` if it isn't valid."""
        size = len(_SEALED) - 2 + 2 * SEAL_BYTES
        text = frame.raw[:-size].removesuffix(b",")
        if not hmac.compare_digest(frame.raw[-size:], _SEALED % self._next(frame.kind, text, frame.payload)):
            raise ProtocolError("the frame does not carry the right seal")
        frame.header.pop("seal", None)

    def _next(self, kind: FrameKind, text: bytes, payload: bytes) -> bytes:
        state = self._keyed.copy()
        state.update(_COUNTED.pack(self._count, kind, len(text)))
        state.update(text)
        state.update(payload)
        self._count += 1
        return state.hexdigest().encode()


@dataclass(frozen=True, slots=True)
class Array:
    """An array as it is sent: dtype name, shape, and raw little-endian C-order bytes."""

    dtype: str
    shape: tuple[int, ...]
    data: bytes

    def __post_init__(self) -> None:
        """Check that the number of bytes matches dtype and shape; raise `ProtocolError` if not."""
        if self.dtype not in ITEM_SIZES:
            raise ProtocolError(f"dtype {self.dtype!r} may not cross")
        if len(self.shape) > MAX_RANK or any(n < 0 for n in self.shape):
            raise ProtocolError(f"impossible shape {self.shape}")
        if math.prod(max(n, 1) for n in self.shape) * ITEM_SIZES[self.dtype] > MAX_EXTENT:
            raise ProtocolError(f"no array can have the shape {self.shape}")
        expected = math.prod(self.shape) * ITEM_SIZES[self.dtype]
        if expected != len(self.data):
            raise ProtocolError(f"{self.dtype}{list(self.shape)} needs {expected} bytes, got {len(self.data)}")


@dataclass(frozen=True, slots=True)
class Make:
    """An instance of the submission's class `name`, to be built from keyword `fields`."""

    name: str
    fields: dict[str, Value]


@dataclass(frozen=True, slots=True)
class Body:
    """The function `name` of the problem's `bodies.py`, unchanged, or varied by the seed `draw`."""

    name: str
    draw: int | None = None


@dataclass(frozen=True, slots=True)
class Build:
    """The result of the function `name` of the problem's `bodies.py` for keyword `fields`."""

    name: str
    fields: dict[str, Value]


type_names = "None, bool, int, float, str, Array, Make, Body, Build, list, tuple, dict"
Value = (
    None
    | bool
    | int
    | float
    | str
    | Array
    | Make
    | Body
    | Build
    | list["Value"]
    | tuple["Value", ...]
    | dict[str, "Value"]
)


class ValueWriter:
    """Converts values to header JSON, and collects their arrays' bytes in one payload."""

    def __init__(self) -> None:
        """Start with an empty payload."""
        self._chunks: list[bytes] = []
        self._size = 0

    @property
    def payload(self) -> bytes:
        """All bytes written so far, for the frame's payload."""
        return b"".join(self._chunks)

    def write(self, value: Value) -> object:  # noqa: C901 - one case for each kind of value
        """Return the JSON form of `value`; raise `ProtocolError` for a type that can't be sent."""
        match value:
            case None | bool() | str():
                return value
            case int():
                return {"t": "int", "v": str(value)} if abs(value) > 2**53 else value
            case float() if math.isnan(value):
                return {"t": "nan", "v": _DOUBLE.pack(value).hex()}
            case float():
                return {"t": "float", "v": float(value).hex()}
            case Array():
                start = self._size
                self._chunks.append(value.data)
                self._size += len(value.data)
                return {"t": "array", "dtype": value.dtype, "shape": list(value.shape), "at": start}
            case Make() | Build():
                kind = "make" if isinstance(value, Make) else "build"
                return {"t": kind, "name": value.name, "fields": {k: self.write(v) for k, v in value.fields.items()}}
            case Body():
                return {"t": "body", "name": value.name} | ({} if value.draw is None else {"draw": value.draw})
            case list():
                return {"t": "list", "v": [self.write(item) for item in value]}
            case tuple():
                return {"t": "tuple", "v": [self.write(item) for item in value]}
            case dict():
                return {"t": "dict", "v": {key: self.write(item) for key, item in value.items()}}
        raise ProtocolError(f"{type(value).__name__} may not cross; only {type_names} do")


class ValueReader:
    """Converts untrusted header JSON and a payload to values."""

    def __init__(self, payload: bytes) -> None:
        """Read arrays from `payload`."""
        self._payload = payload
        self._nodes = 0
        self._copied = 0

    def read(self, node: object, depth: int = 0) -> Value:  # noqa: C901, PLR0912 - one case for each kind of value
        """Return the value that `node` describes; raise `ProtocolError` if it is malformed."""
        self._nodes += 1
        if self._nodes > MAX_NODES or depth > MAX_DEPTH:
            raise ProtocolError("value too large or nested too deeply")
        if node is None or isinstance(node, bool | int | str):
            return node
        if not isinstance(node, dict):
            raise ProtocolError(f"unexpected JSON {type(node).__name__} in a value")
        match node:
            case {"t": "int", "v": str(text)} if len(text.removeprefix("-")) <= MAX_INT_DIGITS and _INTEGER.fullmatch(
                text
            ):
                return int(text)
            case {"t": "nan", "v": str(text)} if _NAN.fullmatch(text):
                number: float = _DOUBLE.unpack(bytes.fromhex(text))[0]
                return number
            case {"t": "float", "v": str(text)} if len(text) <= 40:  # noqa: PLR2004 - longest hex float is shorter
                try:
                    return float.fromhex(text)
                except (ValueError, OverflowError) as error:
                    raise ProtocolError("malformed float") from error
            case {"t": "array", "dtype": str(dtype), "shape": list(shape), "at": int(at)}:
                return self._array(dtype, shape, at)
            case {"t": "make", "name": str(name), "fields": dict(fields)}:
                return Make(name, {str(k): self.read(v, depth + 1) for k, v in fields.items()})
            case {"t": "build", "name": str(name), "fields": dict(fields)}:
                return Build(name, {str(k): self.read(v, depth + 1) for k, v in fields.items()})
            case {"t": "body", "name": str(name), **rest} if type(draw := rest.get("draw")) in (int, type(None)):
                return Body(name, draw)
            case {"t": "list", "v": list(items)}:
                return [self.read(item, depth + 1) for item in items]
            case {"t": "tuple", "v": list(items)}:
                return tuple(self.read(item, depth + 1) for item in items)
            case {"t": "dict", "v": dict(items)}:
                return {str(key): self.read(item, depth + 1) for key, item in items.items()}
        raise ProtocolError("malformed value")

    def _array(self, dtype: str, shape: list[object], at: int) -> Array:
        if dtype not in ITEM_SIZES or len(shape) > MAX_RANK:
            raise ProtocolError("array of a dtype or rank that may not cross")
        size = ITEM_SIZES[dtype]
        sizes: list[int] = []
        for n in shape:
            if isinstance(n, bool) or not isinstance(n, int) or not 0 <= n <= MAX_PAYLOAD:
                raise ProtocolError("malformed shape")
            sizes.append(n)
            size *= n
        self._copied += size
        if isinstance(at, bool) or at < 0 or at + size > len(self._payload) or self._copied > MAX_PAYLOAD:
            raise ProtocolError("array points outside the payload")
        return Array(dtype, tuple(sizes), self._payload[at : at + size])


def encode_frame(frame: Frame, seal: Seal | None = None) -> bytes:
    """Return the bytes of `frame`, signed by `seal` if given; raise `ProtocolError` if it exceeds a cap."""
    header = json.dumps(frame.header, separators=(",", ":"), allow_nan=False).encode()
    if seal is not None:
        header = seal.sign(frame.kind, header, frame.payload)
    if len(header) > MAX_HEADER or len(frame.payload) > MAX_PAYLOAD:
        raise ProtocolError(f"frame too large: header {len(header)}, payload {len(frame.payload)} bytes")
    return PREFIX.pack(MAGIC, VERSION, frame.kind, len(header), len(frame.payload)) + header + frame.payload


def read_frame(read_exactly: Callable[[int], bytes]) -> Frame:
    """Read one frame through `read_exactly(n)`, which returns n bytes or raises; raise `ProtocolError` if malformed."""
    magic, version, kind, header_size, payload_size = PREFIX.unpack(read_exactly(PREFIX.size))
    if magic != MAGIC or version != VERSION:
        raise ProtocolError("not a frame of this protocol version")
    if header_size > MAX_HEADER or payload_size > MAX_PAYLOAD:
        raise ProtocolError("frame over its size cap")
    try:
        frame_kind = FrameKind(kind)
    except ValueError as error:
        raise ProtocolError(f"unknown frame kind {kind}") from error
    raw = read_exactly(header_size)
    header = _parse_header(raw)
    return Frame(frame_kind, header, read_exactly(payload_size), raw)


def _parse_header(text: bytes) -> dict[str, object]:
    try:
        header = json.loads(text.decode("utf-8"), parse_constant=_refuse_constant, parse_int=_parse_int)
        if _SURROGATE.search(text):  # JSON may escape half a surrogate pair, which can't be encoded or stored
            json.dumps(header, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise ProtocolError("header is not valid JSON") from error
    if not isinstance(header, dict):
        raise ProtocolError("header is not a JSON object")
    return header


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


def _parse_int(digits: str) -> int:
    if len(digits) > MAX_INT_DIGITS:
        raise ValueError("integer too long")
    return int(digits)


DRAW_SEED_BYTES: Final = 16
"""The size, in bytes, of the secret seed for the numbers that replace watched functions' outputs in a drawn call."""


def draw_words(seed: bytes, number: int, count: int) -> bytes:
    """Return `count` little-endian 32-bit words for the `number`-th array that replaces an output in a drawn call.

    They depend only on the seed, so the judge can compute the sandbox's replacements itself. Both convert each word to
    a number between 0.5 and 1.5, which is close enough to 1 that honest code turns it into neither zero nor infinity.
    """
    return hashlib.shake_128(seed + number.to_bytes(8, "big")).digest(4 * count)
