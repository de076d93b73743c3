"""A page for each check and each reason code, from the registries of the grader and the shipped katas' packages."""

from __future__ import annotations

import functools
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import yaml

from grader.judge.checks import manual
from grader.judge.codes import list_codes
from grader.report import Verdict
from scripts.site.pages import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.judge.codes import CodeEntry

FAMILIES: Final = {
    "source": "The file could not be graded",
    "error": "The code raised an error",
    "limit": "A limit was reached",
    "tampering": "The grader was tampered with",
    "platform": "The platform failed",
}
"""Headings of the codes that come from no check, by the part before the dot; the others come first."""
CODES_HEAD: Final = """# Reason codes

A verdict has a reason code: a name for what was found, the same in every version. It is in the report on the page, in
the terminal (`jaxdojo check code CODE` explains it there) and over HTTP (`code`). Each code has a page, at
`/help/codes/CODE`, to which verdicts on pages lead. A kata's own checker gives codes of its own, which begin with
[`checker.`](../checks/checker.md).
"""
CHECKS_HEAD: Final = """# Checks

A problem declares its checks under `checks:` in `problem.yaml`. Every check is made on every case; if several
fail, the one listed first here gives the reason. A check without keys is declared as `name: {}`. Values are always
compared; the others are made where they are declared. `jaxdojo check list` shows the same in the terminal.

| Check | What it asks for |
|---|---|
"""
MOST: Final = 6
"""The maximum number of mistakes from shipped katas on a code's page."""


@dataclass(frozen=True)
class Mistake:
    """A wrong solution of a shipped kata, as its author describes it."""

    slug: str
    kata: str
    told: str


@dataclass(frozen=True)
class Kata:
    """A shipped kata, as its package describes it."""

    slug: str
    name: str
    track: str
    difficulty: int
    teaches: tuple[str, ...]
    requires: tuple[str, ...]
    checks: tuple[str, ...]

    @property
    def link(self) -> str:
        """A link to its page on the server that serves this site."""
        return f"[{self.name}](/problems/{self.slug})"


@functools.cache
def list_katas() -> dict[str, Kata]:
    """Return the shipped katas by slug, in the order of their tracks."""
    katas = []
    for file in sorted((ROOT / "problems").glob("*/problem.yaml")):
        told = yaml.safe_load(file.read_text(encoding="utf-8"))
        concepts = told.get("concepts", {})
        katas.append(
            (
                (told["track"], told.get("track_position", 0)),
                Kata(
                    file.parent.name,
                    told["name"],
                    told["track"],
                    told["difficulty"],
                    tuple(concepts.get("teaches", ())),
                    tuple(concepts.get("requires", ())),
                    tuple(told.get("checks", {})),
                ),
            )
        )
    return {kata.slug: kata for _, kata in sorted(katas, key=lambda pair: pair[0])}


@functools.cache
def list_mistakes() -> dict[str, list[Mistake]]:
    """Return the wrong solutions of shipped katas, by the code that they get."""
    found: dict[str, list[Mistake]] = defaultdict(list)
    for slug, kata in list_katas().items():
        listing = ROOT / "reference_solutions" / slug / "submissions.yaml"
        for told in yaml.safe_load(listing.read_text(encoding="utf-8")).get("rejected", {}).values():
            found[told["code"]].append(Mistake(slug, kata.name, told["message"]))
    return found


def render() -> Iterator[tuple[str, str]]:
    """Yield each page's name and its text."""
    codes = list_codes()
    yield "verdicts", render_verdicts(codes)
    yield "codes/index", render_code_list(codes)
    for entry in codes.values():
        yield f"codes/{entry.code}", render_code(entry)
    yield "checks/index", render_check_list()
    for check in manual.list_checks():
        yield f"checks/{check.name}", render_check(check)


def render_verdicts(codes: dict[str, CodeEntry]) -> str:
    """Return the page about verdicts: the README's table, and each verdict's codes."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.partition("## How to read a verdict\n")[2].partition("\n## ")[0]
    section = section.replace("](docs/", "](").strip()
    parts = ["# Verdicts\n\n", section, "\n\n## Reason codes of each verdict\n\n"]
    parts.append("Each verdict comes with a reason code, which stays the same from version to version.\n")
    for verdict in Verdict:
        own = [entry for entry in codes.values() if entry.verdict is verdict]
        parts.append(f"\n### {verdict.heading}\n\n`{verdict.value}`: ")
        parts.append(", ".join(f"[`{entry.code}`](codes/{entry.code}.md)" for entry in own) + "\n")
    return "".join(parts)


def render_code_list(codes: dict[str, CodeEntry]) -> str:
    """Return the page that lists all codes."""
    parts = [CODES_HEAD]
    groups: dict[str, list[CodeEntry]] = defaultdict(list)
    for entry in codes.values():
        family = entry.code.partition(".")[0]
        heading = f"The check {entry.check}" if entry.check else FAMILIES.get(family, "Nothing is wrong")
        groups[heading].append(entry)
    for heading, own in groups.items():
        parts.append(f"\n## {heading}\n\n| Code | When |\n|---|---|\n")
        parts += [f"| [`{entry.code}`]({entry.code}.md) | {_cell(entry.meaning)} |\n" for entry in own]
    return "".join(parts)


def render_code(entry: CodeEntry) -> str:
    """Return the page of a code."""
    parts = [f"# {entry.code}\n\n", f"**{entry.verdict.heading}** (`{entry.verdict.value}`): {entry.meaning}.\n"]
    if entry.advice:
        parts.append("\n## What to do\n\n")
        parts.append("\n\n".join(entry.advice) + "\n")
    if entry.lessons:
        katas = list_katas()
        parts.append("\nA lesson says more:\n\n")
        parts += [f"- {katas[slug].link}, under “{heading}”\n" for slug, heading in entry.lessons if slug in katas]
    mistakes = list_mistakes().get(entry.code, [])[:MOST]
    if mistakes:
        parts.append("\n## How it comes about\n\n")
        parts.append("Mistakes that the shipped katas are tried with, and which get this code:\n\n")
        parts += [f"- {one.told} ([{one.kata}](/problems/{one.slug}))\n" for one in mistakes]
    if entry.check is not None:
        check = next(one for one in manual.list_checks() if one.name == entry.check)
        parts.append(f"\n## The check\n\n[{check.name}](../checks/{check.name}.md): {check.summary}\n")
        others = [code for code in check.codes if code != entry.code]
        if others:
            links = ", ".join(f"[`{code}`]({code}.md)" for code in others)
            parts.append(f"\nIts other codes: {links}.\n")
    parts.append("\n---\n\n[All reason codes](index.md) · [Verdicts](../verdicts.md)\n")
    return "".join(parts)


def render_check_list() -> str:
    """Return the page that lists the checks."""
    rows = [f"| [{check.name}]({check.name}.md) | {_cell(check.summary)} |\n" for check in manual.list_checks()]
    names = "".join(f"{check.name}\n" for check in manual.list_checks())
    return f"{CHECKS_HEAD}{''.join(rows)}\n```{{toctree}}\n:hidden:\n\n{names}```\n"


def render_check(check: manual.CheckEntry) -> str:
    """Return the page of a check."""
    parts = [f"# {check.name}\n\n{check.summary}\n"]
    if check.details:
        parts.append(f"\n{check.details}\n")
    parts.append(f"\n```yaml\nchecks:\n  {check.example}\n```\n")
    if check.options:
        parts.append("\n## Keys\n\n| Key | Kind | Default | What it is |\n|---|---|---|---|\n")
        for option in check.options:
            default = f"`{option.default}`" if option.default else "required"
            parts.append(f"| `{option.name}` | {_cell(option.kind)} | {default} | {_cell(option.description)} |\n")
    if check.codes:
        parts.append("\n## Reason codes\n\n| Code | Verdict | When |\n|---|---|---|\n")
        for code, told in check.codes.items():
            parts.append(f"| [`{code}`](../codes/{code}.md) | `{told.verdict}` | {_cell(told.meaning)} |\n")
    katas = [kata for kata in list_katas().values() if check.name in kata.checks]
    if katas:
        parts.append("\n## Katas that make it\n\n")
        parts += [f"- {kata.link} ({kata.track})\n" for kata in katas]
    return "".join(parts)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
