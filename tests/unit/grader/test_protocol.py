"""The wire: values keep every bit, and hostile bytes end in `ProtocolError` and nothing else."""

from __future__ import annotations

import io
import json
import struct
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader import protocol
from grader.protocol import (
    ITEM_SIZES,
    MAGIC,
    MAX_DEPTH,
    MAX_HEADER,
    MAX_NODES,
    MAX_PAYLOAD,
    MAX_RANK,
    PREFIX,
    VERSION,
    Array,
    Body,
    Build,
    Frame,
    FrameKind,
    Make,
    ProtocolError,
    Value,
    ValueReader,
    ValueWriter,
    encode_frame,
    read_frame,
)

if TYPE_CHECKING:
    from collections.abc import Callable


class TooShortError(Exception):
    """The bytes end in the middle of a frame."""


def make_reader(data: bytes, asked: list[int] | None = None) -> Callable[[int], bytes]:
    """Return a `read_exactly` over `data` that appends each requested size to `asked`."""
    stream = io.BytesIO(data)

    def read_exactly(size: int) -> bytes:
        if asked is not None:
            asked.append(size)
        found = stream.read(size)
        if len(found) < size:
            raise TooShortError
        return found

    return read_exactly


def bits(value: Value) -> object:
    """Return `value` in a form that is equal only if every bit and type is."""
    match value:
        case float():
            return "float", struct.pack(">d", value)
        case Array():
            return "array", value.dtype, value.shape, value.data
        case Body():
            return "body", value.name
        case Make() | Build():
            return type(value).__name__, value.name, {key: bits(field) for key, field in value.fields.items()}
        case list() | tuple():
            return type(value).__name__, [bits(item) for item in value]
        case dict():
            return "dict", {key: bits(item) for key, item in value.items()}
    return type(value).__name__, value


def send(value: Value) -> Value:
    """Return `value` after writing it to a frame and reading it again."""
    writer = ValueWriter()
    node = writer.write(value)
    frame = read_frame(make_reader(encode_frame(Frame(FrameKind.CASE, {"v": node}, writer.payload))))
    return ValueReader(frame.payload).read(frame.header["v"])


def receive(data: bytes) -> str:
    """Read hostile `data` as the host does; return the outcome. Any exception except these two is a bug."""
    asked: list[int] = []
    try:
        frame = read_frame(make_reader(data, asked))
        reader = ValueReader(frame.payload)
        for node in frame.header.values():
            reader.read(node)
    except ProtocolError:
        return "refused"
    except TooShortError:
        return "short"
    finally:
        caps = [PREFIX.size, MAX_HEADER, MAX_PAYLOAD]
        assert all(size <= cap for size, cap in zip(asked, caps, strict=False))
        assert len(asked) <= len(caps)
    return "read"


@st.composite
def arrays(draw: st.DrawFn) -> Array:
    dtype = draw(st.sampled_from(sorted(ITEM_SIZES)))
    shape = tuple(draw(st.lists(st.integers(0, 4), max_size=4)))
    size = ITEM_SIZES[dtype]
    for n in shape:
        size *= n
    return Array(dtype, shape, draw(st.binary(min_size=size, max_size=size)))


doubles = st.binary(min_size=8, max_size=8).map(lambda data: float(struct.unpack(">d", data)[0]))
scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**399), 10**399), st.floats(), doubles, st.text(max_size=20), arrays()
)


def nest(inner: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    named = st.dictionaries(st.text(max_size=5), inner, max_size=3)
    return st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        named,
        st.builds(Make, st.text(max_size=5), named),
        st.builds(Build, st.text(max_size=5), named),
        st.builds(Body, st.text(max_size=5)),
    )


values: st.SearchStrategy[Value] = st.recursive(scalars, nest, max_leaves=8)

junk = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=8)
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(["t", "v", "dtype", "shape", "at", "name", "fields", "x"]),
            st.one_of(
                inner,
                st.sampled_from(
                    ["int", "float", "nan", "array", "make", "build", "body", "list", "tuple", "dict", "bool"]
                ),
            ),
            max_size=5,
        ),
    ),
    max_leaves=12,
)


@given(values)
def test_values_keep_every_bit(value: Value) -> None:
    assert bits(send(value)) == bits(value)


NUMBERS: dict[str, Value] = {
    "negative zero": -0.0,
    "smallest": 5e-324,
    "infinities": [float("inf"), float("-inf")],
    "a NaN with a payload": struct.unpack(">d", bytes.fromhex("7ff00000deadbeef"))[0],
    "a negative NaN": struct.unpack(">d", bytes.fromhex("fff8000000000001"))[0],
    "true is not one": [True, 1, 1.0],
    "integers beyond a double": [2**53, 2**53 + 1, -(2**53) - 1, 10**399],
    "empty": [[], (), {}, ""],
    "no elements": Array("float32", (3, 0, 2), b""),
    "no axes": Array("bfloat16", (), b"\x80\x3f"),
    "complex": Array("complex128", (1,), struct.pack("<dd", float("nan"), -0.0)),
    "bfloat16 NaNs": Array("bfloat16", (2,), b"\xff\x7f\x81\xff"),
    "keys of the wire": {"t": "array", "v": [1], "": {"t": "int"}},
    "an instance": Make("Box", {"vec": Array("int8", (2,), b"\x00\xff"), "scale": 3}),
    "text": "a\0b \u2028 \U0001f600",
}


@pytest.mark.parametrize("value", NUMBERS.values(), ids=NUMBERS)
def test_hard_values_keep_every_bit(value: Value) -> None:
    assert bits(send(value)) == bits(value)


@given(st.binary(max_size=200))
def test_random_bytes_are_refused(data: bytes) -> None:
    assert receive(data) in {"refused", "short"}


@given(st.binary(max_size=60), st.binary(max_size=60), st.sampled_from(FrameKind))
def test_random_headers_are_refused_or_read(header: bytes, payload: bytes, kind: FrameKind) -> None:
    assert receive(PREFIX.pack(MAGIC, VERSION, kind, len(header), len(payload)) + header + payload) != "short"


@given(junk, st.binary(max_size=20))
def test_nodes_that_are_nearly_values_are_refused_or_read(node: object, payload: bytes) -> None:
    header = json.dumps({"v": node}).encode()
    assert receive(PREFIX.pack(MAGIC, VERSION, FrameKind.CASE, len(header), len(payload)) + header + payload) != "short"


@given(values, st.data())
def test_damaged_frames_are_refused_or_read(value: Value, data: st.DataObject) -> None:
    writer = ValueWriter()
    node = writer.write(value)
    whole = bytearray(encode_frame(Frame(FrameKind.CASE, {"v": node}, writer.payload)))
    for at, byte in data.draw(st.lists(st.tuples(st.integers(0, len(whole) - 1), st.integers(0, 255)), max_size=4)):
        whole[at] = byte
    receive(bytes(whole[: data.draw(st.integers(0, len(whole)))]))


@given(values)
@settings(max_examples=30)
def test_every_cut_is_noticed(value: Value) -> None:
    writer = ValueWriter()
    node = writer.write(value)
    whole = encode_frame(Frame(FrameKind.CASE, {"v": node}, writer.payload))
    assert all(receive(whole[:end]) == "short" for end in range(len(whole)))


def deep(depth: int) -> object:
    node: object = None
    for _ in range(depth):
        node = {"t": "list", "v": [node]}
    return node


MALFORMED: dict[str, object] = {
    "a bare float": 1.5,
    "a bare list": [1],
    "an unknown kind": {"t": "set", "v": []},
    "no kind": {},
    "an int that is no number": {"t": "int", "v": "--5"},
    "an int of other digits": {"t": "int", "v": "\u0663"},
    "an int with a space": {"t": "int", "v": "5\n"},
    "a long int": {"t": "int", "v": "9" * 401},
    "an int as a number": {"t": "int", "v": 5},
    "a float that is none": {"t": "float", "v": "zero"},
    "a float too large": {"t": "float", "v": "0x1p9999"},
    "a long float": {"t": "float", "v": "0" * 41},
    "a NaN that is none": {"t": "nan", "v": "3ff0000000000000"},
    "a short NaN": {"t": "nan", "v": "7ff8"},
    "a list of nothing": {"t": "list", "v": None},
    "a dict of a list": {"t": "dict", "v": []},
    "an instance without fields": {"t": "make", "name": "Box"},
    "a build without fields": {"t": "build", "name": "make_model"},
    "a function without a name": {"t": "body", "name": None},
    "an unknown dtype": {"t": "array", "dtype": "object", "shape": [1], "at": 0},
    "a negative axis": {"t": "array", "dtype": "int8", "shape": [-1], "at": 0},
    "a boolean axis": {"t": "array", "dtype": "int8", "shape": [True], "at": 0},
    "a fractional axis": {"t": "array", "dtype": "int8", "shape": [1.0], "at": 0},
    "a huge axis": {"t": "array", "dtype": "int8", "shape": [2**40], "at": 0},
    "a product that is huge": {"t": "array", "dtype": "int8", "shape": [2**20] * 3, "at": 0},
    "a huge axis times none": {"t": "array", "dtype": "int8", "shape": [0, 2**40], "at": 0},
    "too many axes": {"t": "array", "dtype": "int8", "shape": [1] * (MAX_RANK + 1), "at": 0},
    "past the payload": {"t": "array", "dtype": "int8", "shape": [9], "at": 0},
    "before the payload": {"t": "array", "dtype": "int8", "shape": [1], "at": -1},
    "a boolean offset": {"t": "array", "dtype": "int8", "shape": [1], "at": True},
    "nested too deep": deep(MAX_DEPTH + 1),
    "too many nodes": {"t": "list", "v": [None] * MAX_NODES},
}


@pytest.mark.parametrize("node", MALFORMED.values(), ids=MALFORMED)
def test_malformed_values_are_refused(node: object) -> None:
    with pytest.raises(ProtocolError):
        ValueReader(b"12345678").read(node)


def test_values_at_the_limits_are_read() -> None:
    assert ValueReader(b"").read(deep(MAX_DEPTH)) is not None
    assert ValueReader(b"").read({"t": "list", "v": [None] * (MAX_NODES - 1)}) == [None] * (MAX_NODES - 1)
    assert ValueReader(b"").read({"t": "int", "v": "-" + "9" * 399}) == 1 - 10**399


def test_arrays_that_share_bytes_cannot_multiply_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten thousand arrays over the same payload would need ten thousand times its size."""
    monkeypatch.setattr(protocol, "MAX_PAYLOAD", 100)
    node = {"t": "array", "dtype": "int8", "shape": [60], "at": 0}
    reader = ValueReader(bytes(60))
    reader.read(node)
    with pytest.raises(ProtocolError, match="outside the payload"):
        reader.read(node)


@pytest.mark.parametrize(
    "prefix",
    [
        PREFIX.pack(b"XX", VERSION, FrameKind.CASE, 2, 0),
        PREFIX.pack(MAGIC, VERSION + 1, FrameKind.CASE, 2, 0),
        PREFIX.pack(MAGIC, VERSION, 99, 2, 0),
        PREFIX.pack(MAGIC, VERSION, FrameKind.CASE, MAX_HEADER + 1, 0),
        PREFIX.pack(MAGIC, VERSION, FrameKind.CASE, 2, MAX_PAYLOAD + 1),
        PREFIX.pack(MAGIC, VERSION, FrameKind.CASE, 2**32 - 1, 2**64 - 1),
    ],
    ids=["magic", "version", "kind", "header over its cap", "payload over its cap", "all ones"],
)
def test_a_wrong_prefix_is_refused_before_anything_is_read(prefix: bytes) -> None:
    asked: list[int] = []
    with pytest.raises(ProtocolError):
        read_frame(make_reader(prefix, asked))
    assert asked == [PREFIX.size]


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"[]",
        b"1",
        b'"x"',
        b"{",
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b"\xff",
        b"[" * 100_000,
        b'{"a": %b}' % (b"9" * 401),
        b'{"a": ["\\ud83d\\ude00 \\uD83D"]}',
        b'{"\\uDC00": 1}',
    ],
    ids=[
        *("empty", "list", "number", "text", "cut", "NaN", "infinity", "not UTF-8", "deep", "long integer"),
        *("half a pair", "half a pair in a key"),
    ],
)
def test_a_header_that_is_no_object_is_refused(header: bytes) -> None:
    data = PREFIX.pack(MAGIC, VERSION, FrameKind.CASE, len(header), 0) + header
    assert receive(data) == "refused"


@pytest.mark.parametrize("text", ["\N{GRINNING FACE}", "a\\ud800", "\u0394"], ids=["pair", "written out", "Greek"])
def test_any_text_crosses(text: str) -> None:
    frame = read_frame(make_reader(encode_frame(Frame(FrameKind.CASE, {text: [text]}))))
    assert frame.header == {text: [text]}


@pytest.mark.parametrize(
    "make",
    [
        lambda: Array("object", (), b""),
        lambda: Array("int8", (-1,), b""),
        lambda: Array("int8", (1,) * (MAX_RANK + 1), b"\0"),
        lambda: Array("float32", (2,), b"\0" * 7),
        lambda: Array("float32", (2,), b"\0" * 9),
        lambda: Array("int8", (0, 2**28, 2**28, 2**28), b""),
    ],
    ids=["dtype", "negative", "rank", "too few bytes", "too many bytes", "empty, of a shape that NumPy can't make"],
)
def test_an_array_that_lies_cannot_be_made(make: Callable[[], Array]) -> None:
    with pytest.raises(ProtocolError):
        make()


@pytest.mark.parametrize("value", [b"bytes", {1}, 1j, object()], ids=["bytes", "set", "complex", "object"])
def test_other_types_are_not_written(value: Value) -> None:
    with pytest.raises(ProtocolError, match="may not cross"):
        ValueWriter().write([value])


@pytest.mark.parametrize("frame", [Frame(FrameKind.CASE, {"a": "xxxx"}), Frame(FrameKind.CASE, {}, b"xxxxxxxx")])
def test_a_frame_over_a_cap_is_not_encoded(frame: Frame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "MAX_HEADER", 7)
    monkeypatch.setattr(protocol, "MAX_PAYLOAD", 7)
    with pytest.raises(ProtocolError, match="too large"):
        encode_frame(frame)
