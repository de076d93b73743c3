"""What changed from one version of a problem to another, in texts that people can read."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

import yaml

from app.authoring.schemas import TextDiff
from app.problems.preview import show_case

if TYPE_CHECKING:
    from grader.bundle import Bundle

_TEXTS = {
    "statement": "statement.md",
    "lesson": "lesson.md",
    "starter": "starter.py",
    "warmup": "warmup.py",
    "bodies": "bodies.py",
    "solution": "solutions/accepted/canonical.py",
    "checker": "solutions/checker.py",
}


def describe(bundle: Bundle) -> dict[str, str]:
    """Return all of a version as texts, by the file that each comes from."""
    manifest = bundle.manifest.model_dump(mode="json", exclude_defaults=True)
    texts = {file: str(manifest.pop(field, "")) for field, file in _TEXTS.items()}
    texts["hints.md"] = "\n\n".join(manifest.pop("hints", []))
    texts["problem.yaml"] = yaml.safe_dump(manifest, sort_keys=False, allow_unicode=True)
    cases = [("sample", case) for case in bundle.samples] + [("hidden", case) for case in bundle.pool]
    shown = [(kind, show_case(case)) for kind, case in cases]
    texts["cases"] = "\n".join(f"{kind} {case.label}: {case.inputs} -> {case.expected}" for kind, case in shown)
    return texts


def compare(before: Bundle, after: Bundle) -> list[TextDiff]:
    """Return the texts that differ, each as a unified diff."""
    old, new = describe(before), describe(after)
    found = [TextDiff(name=name, diff=diff_texts(old.get(name, ""), new.get(name, ""))) for name in sorted(old | new)]
    return [text for text in found if text.diff]


def diff_texts(before: str, after: str) -> str:
    """Return a unified diff without file names; empty where both are equal."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=3)
    return "\n".join(list(lines)[2:])
