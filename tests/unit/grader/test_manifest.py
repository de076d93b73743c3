"""Optional parts of a manifest: names in other languages, credits, keywords, needs, device, limits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader.errors import PackageError, UnsupportedHereError
from grader.package.files import Package, ProblemFile, read_package
from grader.package.needs import is_in_range
from grader.package.scaffold import write_package
from grader.publishing.support import require_support
from grader.report import Stack
from grader.settings import GraderSettings

if TYPE_CHECKING:
    from collections.abc import Callable

    Make = Callable[..., Package]

STACK = Stack(python="3.13.1", jax="0.12.0", flax="0.12.12")


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Return a function that reads the scaffold after replacing lines of its manifest and adding files."""
    write_package("twice", tmp_path / "p", tmp_path / "r", name="Twice", credits_="Ada")
    package, references = tmp_path / "p" / "twice", tmp_path / "r" / "twice"
    manifest = (package / "problem.yaml").read_text(encoding="utf-8")

    def read(lines: str = "", files: dict[str, str] | None = None) -> Package:
        own = {line.partition(":")[0] for line in lines.splitlines()}
        kept = "".join(line for line in manifest.splitlines(keepends=True) if line.partition(":")[0] not in own)
        (package / "problem.yaml").write_text(kept + lines, encoding="utf-8")
        for name, text in (files or {}).items():
            (package / name).write_text(text, encoding="utf-8")
        return read_package(package, references)

    return read


def test_what_may_be_left_out(make: Make) -> None:
    problem = make().problem
    assert (problem.name, problem.credits.tell(), problem.keywords, problem.device) == (
        {"en": "Twice"},
        "Ada",
        [],
        "any",
    )
    assert (problem.limits.time_limit, problem.limits.memory, problem.needs.jax) == (None, None, None)


def test_all_that_may_be_said(make: Make) -> None:
    lines = """\
name: {en: Twice, de: Zweimal, pt-BR: Duas vezes}
credits: {authors: [Ada, Bob], testers: [Eve], translators: {de: [Max]}, acknowledgements: [all]}
keywords: [doubling, first steps]
needs: {python: ">=3.11,<3.14", jax: ">=0.10"}
device: cpu
limits: {time_limit: 3, memory: 1024}
"""
    hints = "## Hinweis\n\nEins.\n\n## Hinweis\n\nZwei.\n"
    package = make(lines, {"statement.de.md": "# Zweimal\n", "hints.de.md": hints, "notes.md": "x", "a.b.md": "x"})
    problem = package.problem
    assert problem.credits.tell() == "Ada, Bob; testers: Eve; translators (de): Max; thanks to: all"
    assert problem.keywords == ["doubling", "first steps"]
    assert (problem.limits.time_limit, problem.limits.memory, problem.device) == (3.0, 1024, "cpu")
    assert list(package.translations) == ["de", "pt-BR"]
    german = package.translations["de"]
    assert (german.name, german.statement, german.lesson, german.hints) == (
        *("Zweimal", "# Zweimal\n", None, ["Eins.", "Zwei."]),
    )
    assert package.translations["pt-BR"].name == "Duas vezes"


def test_the_older_name_of_the_time_limit_is_read(make: Make) -> None:
    assert make("limits: {time_s: 4}\n").problem.limits.time_limit == 4.0


@pytest.mark.parametrize(
    ("lines", "key", "said"),
    [
        ("name: {de: Zweimal}\n", "name", "add the English name, under `en`"),
        ("name: {en: Twice, German: Zweimal}\n", "name.German.[key]", "should match pattern"),
        ("name: 12\n", "name", "valid dictionary"),
        ("credits: {author: [Ada]}\n", "credits.author", "unknown key"),
        ("credits: {authors: []}\n", "credits.authors", "at least 1 item"),
        ("needs: {jax: 0.12}\n", "needs.jax", "valid string"),
        ('needs: {jax: "~=0.12"}\n', "needs.jax", "a range of versions reads like"),
        ('needs: {jaxlib: ">=0.12"}\n', "needs.jaxlib", "unknown key"),
        ("device: tpu\n", "device", "'cpu', 'gpu' or 'any'"),
        ("limits: {memory: 10}\n", "limits.memory", "greater than or equal to 256"),
        ("limits: {time_limt: 10}\n", "limits.time_limt", "unknown key"),
        ("keywords: [[a]]\n", "keywords.0", "valid string"),
    ],
)
def test_mistakes_are_named(make: Make, lines: str, key: str, said: str) -> None:
    with pytest.raises(PackageError) as caught:
        make(lines)
    assert (caught.value.key, said in caught.value.message) == (key, True), caught.value
    assert caught.value.line is not None


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("statement.en.md", "x", "doesn't name a language other than English"),
        ("lesson.German.md", "x", "doesn't name a language other than English"),
        ("hints.de.md", "## Hinweis\n\nEiner.\n", "it has 1 hints, and hints.md has 2"),
        ("hints.de.md", "Einer.\n", "there is no hint"),
    ],
)
def test_translations_that_do_not_fit_are_refused(make: Make, name: str, text: str, said: str) -> None:
    with pytest.raises(PackageError, match=said) as caught:
        make("", {name: text})
    assert Path(caught.value.file).name == name


def test_links_and_devices_are_refused(make: Make, tmp_path: Path) -> None:
    make()
    link = tmp_path / "p" / "twice" / "figure.svg"
    link.symlink_to("/etc/passwd")
    with pytest.raises(PackageError, match=r"figure\.svg: this is not a plain file"):
        make()
    link.unlink()
    link.symlink_to("/proc")
    with pytest.raises(PackageError, match="not a plain file"):
        make()


@pytest.mark.parametrize(
    ("version", "text", "fits"),
    [
        ("0.12.0", ">=0.12", True),
        ("0.12.0.dev1", ">=0.12", True),
        ("0.10.2", ">=0.12", False),
        ("0.10.2", ">=0.9,<0.11", True),
        ("3.13.1", "<3.14", True),
        ("3.14.0", "<3.14", False),
        ("0.12", "==0.12.0", True),
        ("0.12.1", "==0.12", False),
        ("0.12.1", "!=0.12.1", False),
        ("0.12.1", "> 0.12 , <= 0.12.1", True),
        ("unknown", ">=0.1", False),
    ],
)
def test_ranges(version: str, text: str, fits: bool) -> None:  # noqa: FBT001 - a column of the table
    assert is_in_range(version, text) is fits


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ('needs: {jax: ">=0.13"}\n', "it needs jax >=0.13, and the sandbox has jax 0.12.0"),
        ('needs: {python: "<3.13"}\n', "it needs python <3.13, and the sandbox has python 3.13.1"),
        ("device: gpu\n", "it needs a GPU, and submissions compute on the CPU here"),
        ("limits: {memory: 4096}\n", "it needs 4096 MiB of memory, and a sandbox has 1536 MiB here"),
    ],
)
def test_what_is_not_here_is_told(make: Make, lines: str, reason: str) -> None:
    problem = make(lines).problem
    with pytest.raises(UnsupportedHereError) as caught:
        require_support("twice", problem, STACK, GraderSettings())
    assert str(caught.value) == f"twice is not published here: {reason}."


def test_what_is_here_is_enough(make: Make) -> None:
    lines = 'needs: {python: ">=3.11", jax: "<0.13", flax: ">=0.12.8"}\ndevice: cpu\nlimits: {memory: 1536}\n'
    require_support("twice", make(lines).problem, STACK, GraderSettings())


def test_the_schema_has_both_ways_to_write_a_name() -> None:
    schema: dict[str, Any] = ProblemFile.model_json_schema()
    assert {one.get("type") for one in schema["properties"]["name"]["anyOf"]} == {"string", "object"}
    assert {"time_limit", "memory"} == set(schema["$defs"]["LimitsSpec"]["properties"])
    assert schema["additionalProperties"] is False
