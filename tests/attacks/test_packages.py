"""Malicious packages: authors' code runs only in sandboxes, files are read strictly, and the platform stays healthy.

Each attack changes some files of a sound package. It must be refused soon, with the given words, and the next problem
must be published and graded as if nothing had happened.
"""

from __future__ import annotations

import os
import shutil
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from grader.bundle.store import BundleStore
from grader.errors import PackageError, PublishRefusedError
from grader.grading import checker_sandbox
from grader.grading.client import Grader
from grader.package.scaffold import write_package
from grader.publishing import cases, documents
from grader.publishing.publish import publish
from grader.report import Mode, Verdict
from grader.settings import GraderSettings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from grader.bundle.contents import Bundle

pytestmark = pytest.mark.sandbox

SLUG = "centre"
SECONDS = 4.0
SOON = 1.0
"""The processor time in seconds that is given to what never ends."""
CANARY = "a-word-that-no-package-may-learn"
CASES = """\
import os, socket, subprocess, sys, threading
import numpy as np
from grader.inside.authoring import Call, Case

def samples():
    {attack}
    return [Case("s", {label}, [Call({{"x": np.ones((2, 3), np.float32)}})])]

def pool(rng):
    return [Case(f"h{{i}}", "", [Call({{"x": {array}}})]) for i in range(4)]
"""
SMALL = "rng.standard_normal((2, 3)).astype(np.float32)"
SOLUTION = """\
import os, sys
import jax.numpy as jnp

def centre(x):
    {attack}
    return x - x.mean(axis=1, keepdims=True)
"""


def hostile(attack: str = "pass", *, label: str = "''", array: str = SMALL) -> dict[str, str]:
    return {"cases.py": CASES.format(attack=attack, label=label, array=array)}


def reference(attack: str) -> dict[str, str]:
    return {"reference.py": SOLUTION.format(attack=attack)}


def lesson(code: str) -> dict[str, str]:
    return {"lesson.md": f"```python run\n{code}\n```\n"}


def checker(code: str) -> dict[str, str]:
    declared = "checks:\n  checker: {codes: {odd: {verdict: wrong_answer, meaning: Something is odd here.}}}\n"
    return {"problem.yaml": declared, "checker.py": f"import os\n\ndef check(calls):\n    {code}\n"}


ATTACKS: dict[str, tuple[dict[str, str], str]] = {
    "cases.py reads a file of the host": (hostile("open(os.environ.get('HOME', '') or {canary!r}).read()"), "cases.py"),
    "cases.py lists the host": (hostile("raise ValueError(os.listdir({folder!r}))"), "No such file or directory"),
    "cases.py calls home": (hostile("socket.create_connection(('127.0.0.1', {port}), 2)"), "cases.py"),
    "cases.py is a fork bomb": (hostile("[os.fork() for _ in range(10_000)]"), "cases.py"),
    "cases.py is a bomb of threads": (
        hostile("[threading.Thread(target=threading.Event().wait).start() for _ in range(10_000)]"),
        "cases.py",
    ),
    "cases.py starts a program": (hostile("subprocess.run(['/bin/sh', '-c', 'id'], check=True)"), "cases.py"),
    "cases.py never ends": (hostile("while True: pass"), r"cases.py ended its sandbox \(timed_out"),
    "cases.py takes all memory": (hostile("bytearray(2**34)"), "MemoryError"),
    "cases.py prints without end": (hostile("while True: print('x' * 10_000)"), r"cases.py ended its sandbox \(output"),
    "cases.py kills who started it": (hostile("os.kill(os.getppid(), 9); os.kill(-1, 9)"), "cases.py"),
    "cases.py sends half a character": (hostile(label=r"'\ud800'"), "cases.py"),
    "cases.py raises half a character": (hostile(r"raise ValueError('\ud800')"), "cases.py failed"),
    "cases.py makes giant cases": (hostile(array="np.zeros((2**13, 2**13), np.float32)"), "cases.py"),
    "reference.py never ends": (reference("while True: pass"), "limits.time_limit: reference.py takes longer than"),
    "reference.py ends its process": (reference("os._exit(0)"), r"reference.py ended its sandbox \(exited 0"),
    "reference.py writes where programs lie": (reference("open('/cache/x', 'w')"), "reference.py raised on case"),
    "a lesson ends its process": (lesson("import os; os._exit(0)"), "lesson.md: a runnable block ended its sandbox"),
    "a lesson never ends": (lesson("while True: pass"), r"a runnable block ended its sandbox \(timed_out"),
    "a lesson reads a file of the host": (lesson("open({canary!r}).read()"), "lesson.md:2: a runnable block failed"),
    "checker.py never ends": (checker("while True: pass"), "internal_error .platform.checker"),
    "checker.py answers nonsense": (checker("return {'code': '\\ud800'}"), "internal_error .platform.checker"),
    "a bomb of aliases": (
        {"problem.yaml": "keywords: &a [x, x]\ncredits: {authors: [*a, *a]}\n"},
        r"anchors \(&\) and aliases",
    ),
    "a manifest that makes objects": (
        {"problem.yaml": "device: !!python/object/apply:os.system [id]\n"},
        "could not determine a constructor",
    ),
    "a manifest with half a character": ({"problem.yaml": 'license: "\\ud800"\n'}, "half of a surrogate pair"),
    "a solution that is listed elsewhere": (
        {"submissions.yaml": "accepted: {../../../../etc/passwd: x}\nrejected: {}\n"},
        "is listed but missing",
    ),
}


@dataclass
class Target:
    """The platform, and a problem for checking that it is healthy."""

    grader: Grader
    bundle: Bundle
    root: Path


def write(root: Path, changed: dict[str, str]) -> tuple[Path, Path]:
    """Write the sound package below `root` with changed files; lines of `problem.yaml` replace those of their keys."""
    write_package(SLUG, root / "p", root / "r", name="Centre", credits_="Nobody")
    package, references = root / "p" / SLUG, root / "r" / SLUG
    for name, text in changed.items():
        inside = references if name in {"reference.py", "checker.py", "submissions.yaml"} else package
        if name == "problem.yaml":
            own = {line.partition(":")[0] for line in text.splitlines() if not line.startswith(" ")}
            text = _drop_keys((inside / name).read_text(encoding="utf-8"), own) + text  # noqa: PLW2901
        (inside / name).write_text(text, encoding="utf-8")
    return package, references


def _drop_keys(text: str, keys: set[str]) -> str:
    kept, dropping = [], False
    for line in text.splitlines(keepends=True):
        if not line.startswith((" ", "#")):
            dropping = line.partition(":")[0] in keys
        if not dropping:
            kept.append(line)
    return "".join(kept)


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    root = tmp_path_factory.mktemp("packages")
    store = BundleStore(root / "bundles")
    settings = GraderSettings(compile_cache=root / "cache", output_cap=2**20)
    with Grader(settings, spares=1) as grader:
        report = publish(*write(root / "sound", {}), store, b"s" * 32, grader, mutants=False)
        yield Target(grader, store.load(report.digest), root)


@pytest.mark.parametrize("name", ATTACKS)
def test_a_malicious_package_is_refused(
    target: Target, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    changed, said = ATTACKS[name]
    seconds = SOON if name.endswith("never ends") else SECONDS
    monkeypatch.setattr(cases, "GENERATOR_SECONDS", seconds)
    monkeypatch.setattr(documents, "RUN_SECONDS", seconds)
    monkeypatch.setattr(checker_sandbox, "CHECK_SECONDS", seconds)
    canary = tmp_path / "canary"
    canary.write_text(CANARY, encoding="utf-8")
    store = BundleStore(tmp_path / "bundles")
    before = sorted(path.name for path in (target.root / "cache").iterdir())
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0)
        filled = {
            file: text.replace("{canary!r}", repr(str(canary)))
            .replace("{folder!r}", repr(str(tmp_path)))
            .replace("{port}", str(listening.getsockname()[1]))
            for file, text in changed.items()
        }
        limit = 1.5 * SOON if name == "reference.py never ends" else SECONDS
        manifest = filled.setdefault("problem.yaml", "") + f"limits: {{time_limit: {limit}}}\n"
        filled["problem.yaml"] = manifest
        with pytest.raises((PackageError, PublishRefusedError), match=said) as caught:
            publish(*write(tmp_path, filled), store, b"s" * 32, target.grader, mutants=False)
        with pytest.raises(BlockingIOError):
            listening.accept()
    str(caught.value).encode()
    assert CANARY not in str(caught.value)
    assert not store.root.exists(), "nothing of a refused problem is kept"
    assert sorted(path.name for path in (target.root / "cache").iterdir()) == before
    report = target.grader.grade(target.bundle, target.bundle.manifest.solution.encode(), mode=Mode.SUBMIT)
    assert report.verdict is Verdict.ACCEPTED


@pytest.mark.parametrize("name", ["lesson.md", "statement.de.md", "figure.svg"])
def test_links_pipes_and_giants_are_refused_unread(target: Target, tmp_path: Path, name: str) -> None:
    def refuse(said: str) -> None:
        with pytest.raises(PackageError, match=said):
            publish(package, references, BundleStore(tmp_path / "bundles"), b"s" * 32, target.grader)

    package, references = write(tmp_path, {})
    path = package / name
    path.unlink(missing_ok=True)
    path.symlink_to("/etc/passwd")
    refuse("this is not a plain file")
    path.unlink()
    os.mkfifo(path)
    refuse("this is not a plain file")
    path.unlink()
    if name != "figure.svg":
        with path.open("wb") as giant:
            giant.truncate(2**40)
        refuse("more than the 262144 bytes allowed")
