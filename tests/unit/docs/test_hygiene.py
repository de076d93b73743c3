"""What no tracked file may contain: download addresses, home folders, overlong modules, locks without hashes."""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
MAX_LINES = 400
MAX_BYTES = 1_000_000

# Written in pieces, so that this file doesn't contain what it searches for.
REGISTRIES = re.compile("|".join(["py" + r"pi\.org", "python" + r"hosted\.org", "registry" + r"\.(npmjs|yarnpkg)"]))
INDEX_OPTIONS = re.compile("--(extra-)?" + "index-url[ =]|--find" + "-links[ =]|extra-index" + "-url *=")
HOMES = re.compile(r"(?<![\w.}])/(ho" + r"me/\w+/|Us" + r"ers/\w+/|ro" + r"ot/[\w.])")
HOSTILE = ("tests/attacks/", "reference_solutions/")
"""Folders where a path in a home folder may be part of an attack."""


@functools.cache
def list_tracked() -> tuple[str, ...]:
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    command = [git, "-c", f"safe.directory={ROOT}", "-C", str(ROOT), "ls-files", "-z"]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return tuple(name for name in listing.split("\0") if name and (ROOT / name).is_file())


def read_tracked(suffixes: tuple[str, ...] = ("",)) -> list[tuple[str, str]]:
    """Return the name and text of each tracked text file with one of the suffixes."""
    found = []
    for name in list_tracked():
        data = (ROOT / name).read_bytes()
        if name.endswith(suffixes) and b"\0" not in data:
            found.append((name, data.decode("utf-8")))
    return found


def find(pattern: re.Pattern[str], *, but: tuple[str, ...] = ()) -> list[str]:
    return [
        f"{name}:{number}"
        for name, text in read_tracked()
        if not name.startswith(but)
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_registry_address() -> None:
    assert find(REGISTRIES) == []
    assert find(INDEX_OPTIONS) == []


def test_locks_name_no_address() -> None:
    for lock in [*ROOT.glob("requirements/*.txt"), ROOT / "web" / "package-lock.json"]:
        text = lock.read_text(encoding="utf-8") if lock.exists() else ""
        funding = r'"funding": (\[.*?\]|\{.*?\}|"[^"]*")'  # Links for donations to packages: no download addresses.
        assert "://" not in re.sub(funding, "", text, flags=re.DOTALL), lock.name


def test_no_home_folder() -> None:
    assert find(HOMES, but=HOSTILE) == []


def test_each_requirement_has_a_hash() -> None:
    for lock in ROOT.glob("requirements/*.txt"):
        text = lock.read_text(encoding="utf-8").replace("\\\n", " ")
        pins = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
        assert len(pins) > (10 if lock.name in {"runtime.txt", "full.txt", "dev.txt"} else 0)
        assert [pin for pin in pins if "==" not in pin or "--hash=sha256:" not in pin] == []


def test_development_pins_what_runs() -> None:
    pins = {
        lock: set(re.findall(r"^[^\s#]+==[^\\\s]+", (ROOT / "requirements" / lock).read_text(), flags=re.MULTILINE))
        for lock in ("runtime.txt", "build.txt", "release.txt", "docs.txt", "full.txt", "dev.txt")
    }
    assert pins["build.txt"] <= pins["release.txt"] <= pins["dev.txt"]
    assert pins["docs.txt"] <= pins["dev.txt"]
    assert pins["runtime.txt"] <= pins["full.txt"] <= pins["dev.txt"]


def test_modules_are_short() -> None:
    long = {name: text.count("\n") for name, text in read_tracked((".py", ".ts")) if text.count("\n") > MAX_LINES}
    assert long == {}


def test_headings_in_docstrings_have_lines_of_their_own() -> None:
    """A formatter that fills paragraphs would put a heading, its underline and the text in one line."""
    assert [name for name, text in read_tracked((".py",)) if re.search(r"[a-z] -{5,} [A-Z]", text)] == []


def test_files_are_small_and_end_in_a_newline() -> None:
    assert [name for name in list_tracked() if (ROOT / name).stat().st_size > MAX_BYTES] == []
    assert [name for name, text in read_tracked() if text and not text.endswith("\n")] == []


@pytest.mark.parametrize(
    ("pattern", "bad", "good"),
    [
        (REGISTRIES, "https://py" + "pi.org/simple", "pypistats.example"),
        (INDEX_OPTIONS, "pip install --index" + "-url x", "--no-emit-index-url"),
        (HOMES, "#!/ho" + "me/ada/bin/python", "${HOME}/home/x"),
        (HOMES, "see /ro" + "ot/.pyenv", "/rootless"),
    ],
)
def test_patterns_find_what_they_are_for(pattern: re.Pattern[str], bad: str, good: str) -> None:
    assert pattern.search(bad)
    assert not pattern.search(good)
