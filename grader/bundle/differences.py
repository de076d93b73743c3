"""Compares two versions of a problem: describes each change, and says whether learners see it.

Hidden cases are counted and compared, but never shown.
"""

from __future__ import annotations

import difflib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.package.files import BODIES, CANONICAL, CHECKER, WARMUP
from grader.package.notes import NOTES

if TYPE_CHECKING:
    from grader.bundle.contents import Bundle, Manifest

_TEXTS = {
    "statement": "statement.md",
    "lesson": "lesson.md",
    "starter": "starter.py",
    "bodies": BODIES,
    "warmup": WARMUP,
    "solution": f"accepted/{CANONICAL}",
    "checker": CHECKER,
}
SAMPLES, HIDDEN = "samples", "hidden cases"
MAX_INLINE_CHARACTERS = 100
"""A value with more characters than this is shown as a diff."""
_UNNOTICED = {"warmup", "checker", "uuid", "format_version"}
"""Fields of the manifest that learners don't see. Learners may still notice effects: a checker decides verdicts."""


@dataclass(frozen=True)
class BundleDifference:
    """One difference between two versions."""

    name: str
    """A file, a key of the manifest, `samples` or `hidden cases`."""
    told: str
    """A summary in one line: `20 -> 30`, or the number of changed lines or cases."""
    noticed: bool
    """Whether learners see it."""
    diff: str = ""
    """A unified diff, for texts and long values."""


def has_same_inputs(first: Bundle, second: Bundle) -> bool:
    """Return whether two bundles have the same hidden cases, whatever is expected of them."""
    inputs = [[(case.name, [call.args for call in case.calls]) for case in bundle.pool] for bundle in (first, second)]
    return inputs[0] == inputs[1]


def compare_bundles(before: Bundle, after: Bundle) -> list[BundleDifference]:
    """Return all differences: texts first, then the manifest's keys, then cases."""
    found = [*_compare_texts(before.manifest, after.manifest), *_compare_keys(before.manifest, after.manifest)]
    for name, old, new in ((SAMPLES, before.samples, after.samples), (HIDDEN, before.pool, after.pool)):
        if old != new:
            same = sum(case in old for case in new)
            summary = f"{len(old)} -> {len(new)}, {same} of them as before"
            found.append(BundleDifference(name, summary, noticed=name == SAMPLES))
    return found


def diff_texts(before: str, after: str) -> str:
    """Return a unified diff without file names; empty if both are equal."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=3)
    return "\n".join(list(lines)[2:])


def _compare_texts(before: Manifest, after: Manifest) -> list[BundleDifference]:
    texts = {file: (getattr(before, field), getattr(after, field)) for field, file in _TEXTS.items()}
    texts["hints.md"] = ("\n\n".join(before.hints), "\n\n".join(after.hints))
    texts[NOTES] = (_write_notes(before), _write_notes(after))
    for language in sorted(before.translations.keys() | after.translations.keys()):
        old, new = (_write_translation(manifest, language) for manifest in (before, after))
        texts[f"the translation {language}"] = (old, new)
    unnoticed = {_TEXTS[field] for field in _UNNOTICED & _TEXTS.keys()}
    return [_diff(name, old, new, noticed=name not in unnoticed) for name, (old, new) in texts.items() if old != new]


def _compare_keys(before: Manifest, after: Manifest) -> list[BundleDifference]:
    texts = {*_TEXTS, "hints", "notes", "translations"}
    old, new = (manifest.model_dump(mode="json", exclude=texts) for manifest in (before, after))
    return [_compare_values(key, old[key], new[key]) for key in old if old[key] != new[key]]


def _compare_values(key: str, before: object, after: object) -> BundleDifference:
    noticed = key not in _UNNOTICED
    old, new = (json.dumps(value, ensure_ascii=False) for value in (before, after))
    if max(len(old), len(new)) <= MAX_INLINE_CHARACTERS:
        return BundleDifference(key, f"{old} -> {new}", noticed)
    return _diff(key, *(json.dumps(value, ensure_ascii=False, indent=2) for value in (before, after)), noticed=noticed)


def _write_notes(manifest: Manifest) -> str:
    return "\n\n".join(f"{note.line}: {note.text}" for note in manifest.notes)


def _write_translation(manifest: Manifest, language: str) -> str:
    texts = manifest.translations.get(language)
    if texts is None:
        return ""
    return "\n\n".join([texts.name or "", texts.statement or "", texts.lesson or "", *texts.hints, *texts.notes])


def _diff(name: str, before: str, after: str, *, noticed: bool) -> BundleDifference:
    diff = diff_texts(before, after)
    gone, come = (sum(line.startswith(sign) for line in diff.splitlines()) for sign in "-+")
    return BundleDifference(name, f"{come} lines added, {gone} taken out", noticed, diff)
