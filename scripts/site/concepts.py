"""A page for each concept that the shipped katas teach, from their packages: what it is, and where it leads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import yaml

from app.web.drawing.headings import name_heading
from scripts.site.codes import list_katas
from scripts.site.pages import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scripts.site.codes import Kata


def name_concept(concept: str) -> str:
    """Return the name of a concept's page: `jax-jit` for `jax.jit`."""
    return name_heading(concept)


def list_concepts() -> dict[str, Kata]:
    """Return each concept with the kata that teaches it."""
    return {concept: kata for kata in list_katas().values() for concept in kata.teaches}


def render() -> Iterator[tuple[str, str]]:
    """Yield each page's name and its text."""
    concepts = list_concepts()
    rows = [
        f"| [{concept}]({name_concept(concept)}.md) | {kata.link} | {kata.track} |\n"
        for concept, kata in concepts.items()
    ]
    yield (
        "concepts/index",
        "# Concepts\n\nWhat the shipped katas teach, in the order of their tracks. [The map](/map) shows how the katas "
        "build on each other.\n\n| Concept | Kata | Track |\n|---|---|---|\n" + "".join(rows),
    )
    for concept, kata in concepts.items():
        yield f"concepts/{name_concept(concept)}", render_concept(concept, kata, concepts)


def render_concept(concept: str, kata: Kata, concepts: dict[str, Kata]) -> str:
    """Return the page of a concept: the beginning of the lesson that teaches it, and its neighbours."""
    lesson = (ROOT / "problems" / kata.slug / "lesson.md").read_text(encoding="utf-8")
    sections = re.split(r"^## (.+)$", lesson, flags=re.MULTILINE)
    titles, texts = sections[1::2], sections[2::2]
    parts = [f"# {concept}\n\nTaught by {kata.link} ({kata.track}, difficulty {kata.difficulty} of 5).\n"]
    before = [_link(one, concepts) for one in kata.requires]
    if before:
        parts.append(f"\nKnow first: {', '.join(before)}.\n")
    after = [other for other in list_katas().values() if concept in other.requires]
    if after:
        parts.append(
            "\nWhat builds on it: " + ", ".join(_link(one, concepts) for kata in after for one in kata.teaches)
        )
        parts.append(".\n")
    shown = texts[0].strip().replace("```python run", "```python")
    parts.append(f"\n## {titles[0]}\n\n{shown}\n")
    if titles[1:]:
        parts.append(f"\n## More in the lesson\n\nThe lesson of {kata.link} goes on:\n\n")
        parts += [
            f"- [{title}](/problems/{kata.slug}#{name_heading(title.replace('`', ''), 'lesson-')})\n"
            for title in titles[1:]
        ]
    codes = _list_codes(kata)
    if codes:
        parts.append("\n## What goes wrong with it\n\nReason codes that its kata is tried with: ")
        parts.append(", ".join(f"[`{code}`](../codes/{code}.md)" for code in codes) + ".\n")
    return "".join(parts)


def _link(concept: str, concepts: dict[str, Kata]) -> str:
    return f"[{concept}]({name_concept(concept)}.md)" if concept in concepts else concept


def _list_codes(kata: Kata) -> list[str]:
    listing = ROOT / "reference_solutions" / kata.slug / "submissions.yaml"
    told = yaml.safe_load(listing.read_text(encoding="utf-8")).get("rejected", {})
    return list(dict.fromkeys(one["code"] for one in told.values()))
