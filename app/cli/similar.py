"""`jaxdojo similar`: compares the Python files of a folder."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - read by Typer
from typing import Annotated, Final

import typer

from app.domains.similarity.ranking import SharedKind, SolutionPair, StudentWork, rank
from app.domains.similarity.readings import read_known, read_solution
from app.kit.console import say

MAX_FILE: Final = 64 * 1024
"""Bytes of a file; longer ones are no solutions."""
CAUTION: Final = "In every folder some pair comes first. This shows where to look and proves nothing: read both files."


def similar(
    folder: Annotated[
        Path, typer.Argument(help="A folder with one .py file per person.", file_okay=False, exists=True)
    ],
    *,
    given: Annotated[
        list[Path] | None,
        typer.Option(
            help="A .py or .md file that everybody was given, such as the starter; may be repeated.",
            exists=True,
            dir_okay=False,
        ),
    ] = None,
    pairs: Annotated[int, typer.Option(help="How many pairs to print.", min=1, max=100)] = 20,
) -> None:
    """Print the pairs of files in a folder that have unusual code in common."""
    texts = {path: _read(path) for path in given or []}
    known = read_known(
        [text for path, text in texts.items() if path.suffix == ".py"],
        [text for path, text in texts.items() if path.suffix != ".py"],
    )
    works = [
        StudentWork(path.stem, read_solution(_read(path), known))
        for path in sorted(folder.glob("*.py"))
        if path.is_file() and path.stat().st_size <= MAX_FILE
    ]
    found = rank(works, pairs)
    if not found.pairs:
        say("No two files share anything rare.")
        return
    say(f"{len(works)} files, of which two share {found.usual:.1f} rare runs of tokens on average. {CAUTION}")
    for pair in found.pairs:
        say(describe(pair))


def _read(file: Path) -> str:
    """Return the text of a file; raises `BadParameter`."""
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise typer.BadParameter(f"{file} can't be read: {error.strerror}.") from error


def describe(pair: SolutionPair) -> str:
    """Return what a pair shares, in a line without control characters."""
    parts = [f"{pair.left}, {pair.right}"]
    for one in pair.evidence:
        samples = f" ({', '.join(one.samples)})" if one.samples else ""
        words = "rare runs of tokens" if one.kind is SharedKind.STRUCTURE else f"{one.kind}s"
        parts.append(f"{one.count} {words}, {one.alone} in no other{samples}")
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in "; ".join(parts))
