"""A bundle: a published problem as immutable data with a digest. `grader.publishing` makes it, grading uses it.

A bundle is two files::

    manifest.json    texts for learners, checks, limits, and the problem's own checker
    cases.bin        one wire frame: samples and pool, with inputs, expected outputs and expected traces; and
                     warm-up cases with public values

The digest is the sha256 of both, so a damaged bundle can't be loaded. `grader.bundle.store` keeps bundles in folders.
"""

from __future__ import annotations

import hashlib
import io
import json
import secrets
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from grader.errors import BundleError
from grader.package.files import Concepts, Limits, Parameter, Pool, Returns
from grader.package.needs import Device, Needs
from grader.package.notes import LineNote
from grader.package.specs import Checks
from grader.package.translations import Translation
from grader.protocol import Frame, FrameKind, ProtocolError, Value, ValueReader, ValueWriter, encode_frame, read_frame

if TYPE_CHECKING:
    from pathlib import Path

FORMAT_VERSION = 1
DRAFT = "draft-"
"""The name prefix of drafts, which are bundles that are tried before they are sealed."""


class Manifest(BaseModel):
    """Everything about a problem except its cases. Texts are Markdown or Python, exactly as the author wrote them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format_version: int = FORMAT_VERSION
    slug: str
    uuid: str
    name: str
    track: str
    track_position: int
    difficulty: int
    concepts: Concepts
    credits: str
    license: str
    entry_point: str
    defines: list[str]
    parameters: list[Parameter]
    returns: Returns
    checks: Checks
    limits: Limits
    pool: Pool
    statement: str
    lesson: str
    hints: list[str]
    starter: str
    warmup: str
    bodies: str = ""
    """The problem's `bodies.py`: functions that cases pass as arguments or build arguments with."""
    solution: str
    notes: list[LineNote] = Field(default=[], exclude_if=lambda notes: not notes)
    """Notes on the lines of `solution`; omitted from the file if there are none, like `needs`."""
    keywords: list[str] = []
    needs: Needs = Field(default=Needs(), exclude_if=lambda needs: not needs.tell())
    """Omitted from the file if any version will do, so that older bundles keep their digests."""
    device: Device = "any"
    translations: dict[str, Translation] = {}
    """Texts in other languages, by language."""
    checker: str = ""
    """The problem's own `checker.py`; hidden from learners."""


@dataclass(frozen=True)
class CaseCall:
    """One call of a case. `traces` is the minimum and maximum number of times JAX may trace the submission, or None."""

    label: str
    args: dict[str, Value]
    expected: Value
    traces: tuple[int, int] | None
    final: dict[str, Value] = field(default_factory=dict)
    """The state of the models after the reference's call, by parameter."""
    initial: dict[str, Value] = field(default_factory=dict)
    """The state of these models before the call."""
    scales: dict[str, float] = field(default_factory=dict)
    """By path, the magnitude of the terms that cancel in a leaf of `expected`, if it exceeds the leaf's own."""


@dataclass(frozen=True)
class Case:
    """A sequence of calls in one fresh import of the submission."""

    name: str
    label: str
    calls: tuple[CaseCall, ...]
    studies: dict[str, Value] = field(default_factory=dict)
    """The results of the checks' studies of the reference, by the name of the check."""


@dataclass(frozen=True)
class Bundle:
    """One immutable version of a problem."""

    digest: str
    manifest: Manifest
    samples: tuple[Case, ...]
    pool: tuple[Case, ...]
    warm: tuple[Case, ...] = ()
    """Cases of public values on the pool's shapes, without expected outputs, for warming up."""

    @property
    def is_draft(self) -> bool:
        """Whether this is a draft, which isn't sealed and is used only once."""
        return self.digest.startswith(DRAFT)

    @property
    def drawn(self) -> int:
        """The number of hidden cases that each submission gets."""
        return self.manifest.pool.count(len(self.pool))

    @classmethod
    def load(cls, path: Path) -> Bundle:
        """Read the bundle in folder `path`, whose name is its digest; raise `BundleError` if anything is wrong."""
        try:
            manifest_bytes = (path / "manifest.json").read_bytes()
            cases_bytes = (path / "cases.bin").read_bytes()
        except OSError as error:
            raise BundleError(f"bundle {path.name[:12]} can't be read: {error.strerror}; publish again") from error
        digest = digest_of(manifest_bytes, cases_bytes)
        if digest != path.name:
            raise BundleError(f"bundle {path.name[:12]} is damaged: its content has another digest; publish again")
        try:
            manifest = Manifest.model_validate_json(manifest_bytes)
            samples, pool, warm = decode_cases(cases_bytes)
        except (ValidationError, ProtocolError, KeyError, TypeError, ValueError) as error:
            message = f"bundle {path.name[:12]} is of another format than this version reads; publish again"
            raise BundleError(message) from error
        return cls(digest, manifest, samples, pool, warm)


def digest_of(manifest_bytes: bytes, cases_bytes: bytes) -> str:
    """Return the sha256 of a bundle's two files, in hexadecimal."""
    return hashlib.sha256(hashlib.sha256(manifest_bytes).digest() + hashlib.sha256(cases_bytes).digest()).hexdigest()


def name_draft(digest: str) -> str:
    """Return a new, unique name for a draft, made from the `digest` of the content that it is a draft of.

    So two checks of the same files, at once or one after the other, never share a folder of compiled programs.
    """
    return f"{DRAFT}{digest}-{secrets.token_hex(4)}"


def seal(manifest: Manifest, samples: tuple[Case, ...], pool: tuple[Case, ...], warm: tuple[Case, ...]) -> Bundle:
    """Return a bundle with its digest filled in."""
    bundle = Bundle("", manifest, samples, pool, warm)
    return replace(bundle, digest=digest_of(*encode_bundle(bundle)))


def encode_bundle(bundle: Bundle) -> tuple[bytes, bytes]:
    """Return a bundle's two files: manifest.json and cases.bin."""
    manifest = json.dumps(bundle.manifest.model_dump(mode="json"), sort_keys=True, ensure_ascii=False).encode()
    return manifest, _encode_cases({"samples": bundle.samples, "pool": bundle.pool, "warm": bundle.warm})


def _encode_cases(lists: dict[str, tuple[Case, ...]]) -> bytes:
    writer = ValueWriter()

    def encode(case: Case) -> dict[str, object]:
        calls = [
            {
                "label": call.label,
                "args": {name: writer.write(value) for name, value in call.args.items()},
                "expected": writer.write(call.expected),
                "traces": list(call.traces) if call.traces is not None else None,
            }
            | ({"final": writer.write(call.final), "initial": writer.write(call.initial)} if call.final else {})
            | ({"scales": call.scales} if call.scales else {})
            for call in case.calls
        ]
        studies = {name: writer.write(found) for name, found in case.studies.items()}
        return {"name": case.name, "label": case.label, "calls": calls, "studies": studies}

    header: dict[str, object] = {name: [encode(case) for case in cases] for name, cases in lists.items()}
    return encode_frame(Frame(FrameKind.CASES, header, writer.payload))


def decode_cases(data: bytes) -> list[tuple[Case, ...]]:
    """Return the samples, pool and warm-up cases of a `cases.bin` file; raise `ProtocolError` if it is damaged."""
    stream = io.BytesIO(data)

    def read_exactly(size: int) -> bytes:
        found = stream.read(size)
        if len(found) < size:
            raise ProtocolError("the file ends inside a frame")
        return found

    frame = read_frame(read_exactly)
    reader = ValueReader(frame.payload)

    def decode(node: dict[str, Any]) -> Case:
        calls = []
        for call in node["calls"]:
            values = {name: reader.read(value) for name, value in call["args"].items()}
            allowed = (call["traces"][0], call["traces"][1]) if call["traces"] is not None else None
            expected = reader.read(call["expected"])
            final, initial = (_read_models(reader, call.get(key)) for key in ("final", "initial"))
            scales = {str(path): float(scale) for path, scale in call.get("scales", {}).items()}
            calls.append(CaseCall(str(call["label"]), values, expected, allowed, final, initial, scales))
        studies = {str(name): reader.read(found) for name, found in node["studies"].items()}
        return Case(str(node["name"]), str(node["label"]), tuple(calls), studies)

    lists: dict[str, Any] = frame.header
    return [tuple(decode(case) for case in lists[name]) for name in ("samples", "pool", "warm")]


def _read_models(reader: ValueReader, node: object) -> dict[str, Value]:
    models = reader.read(node) if node is not None else {}
    if not isinstance(models, dict):
        raise TypeError("models are not a mapping by parameter")
    return models
