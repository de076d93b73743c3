"""Export of a class in Dolos's report format, which `dolos serve FOLDER` shows: four CSV files in a zip file.

Dolos compares the tokens again, with the lengths in `metadata.csv`, so it finds the same runs. `pairs.csv` has the
listed pairs; Dolos shows no others. It needs a similarity for each, so short solutions have one, too, which the list
doesn't show (`SolutionPair.fraction`).
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from app.domains.similarity.fingerprints import LENGTH, WINDOW
from app.domains.similarity.tokens import MAX_CHARACTERS, read
from app.kit.workers.tasks import task

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.domains.similarity.ranking import Ranking, SolutionPair, StudentWork

PAIRS: Final = (
    *("id", "leftFileId", "leftFilePath", "rightFileId", "rightFilePath"),
    *("similarity", "totalOverlap", "longestFragment", "leftCovered", "rightCovered"),
)
FILES: Final = ("id", "ignored", "path", "content", "amountOfKgrams", "ast", "mapping", "extra")
KGRAMS: Final = ("id", "hash", "ignored", "data", "files")


@dataclass(frozen=True)
class File:
    """A source with its tokens, and the position of each in Dolos's format."""

    ast: list[str]
    mapping: list[dict[str, int]]


@dataclass(frozen=True)
class Entry:
    """A file in the report: its author, and when it was submitted."""

    work: StudentWork
    name: str
    source: str
    at: datetime


@task
def describe_files(sources: list[str]) -> list[File]:
    """Return the tokens of sources, with their rows and columns, counted from 0."""
    return [_describe(source) for source in sources]


def _describe(source: str) -> File:
    starts = [0, *(at + 1 for at, character in enumerate(source[:MAX_CHARACTERS]) if character == "\n")]
    ast, mapping, row = [], [], 0
    for token in read(source).tokens:
        while row + 1 < len(starts) and starts[row + 1] <= token.start:
            row += 1
        ends = row
        while ends + 1 < len(starts) and starts[ends + 1] < token.end:
            ends += 1
        ast.append(token.text)
        mapping.append(
            {
                "startRow": row,
                "startCol": token.start - starts[row],
                "endRow": ends,
                "endCol": token.end - starts[ends],
            }
        )
    return File(ast, mapping)


def pack_report(name: str, entries: Sequence[Entry], files: Sequence[File], ranking: Ranking) -> bytes:
    """Return the report of a class as a zip file."""
    ids = {entry.work.id: index for index, entry in enumerate(entries)}
    paths = [f"{entry.name}.py" for entry in entries]
    prints = [entry.work.reading.fingerprints for entry in entries]
    tables = {
        "metadata.csv": _write(("property", "value", "type"), _list_metadata(name, len(entries))),
        "files.csv": _write(FILES, _list_files(entries, files, paths)),
        "kgrams.csv": _write(KGRAMS, _list_kgrams(prints)),
        "pairs.csv": _write(
            PAIRS,
            (_list_pair(number, pair, ids, paths, prints) for number, pair in enumerate(ranking.pairs)),
        ),
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in tables.items():
            archive.writestr(path, text)
    return made.getvalue()


def _list_metadata(name: str, files: int) -> list[tuple[str, object, str]]:
    made = datetime.now(UTC).isoformat(timespec="seconds")
    return [
        ("reportName", name, "string"),
        ("createdAt", made, "string"),
        ("kgramLength", LENGTH, "number"),
        ("kgramsInWindow", WINDOW, "number"),
        ("language", "python", "string"),
        ("languageDetected", "false", "boolean"),
        ("includeComments", "false", "boolean"),
        ("kgramData", "false", "boolean"),
        ("maxFingerprintCount", "null", "object"),
        ("maxFingerprintPercentage", "null", "object"),
        ("minFragmentLength", 0, "number"),
        ("minSimilarity", 0, "number"),
        ("limitResults", "null", "object"),
        ("warnings", "", "string"),
        ("files", files, "number"),
    ]


def _list_files(entries: Sequence[Entry], files: Sequence[File], paths: list[str]) -> Iterable[tuple[object, ...]]:
    for index, (entry, file) in enumerate(zip(entries, files, strict=True)):
        extra = {"fullName": entry.name, "createdAt": entry.at.isoformat(timespec="seconds")}
        count = len(entry.work.reading.fingerprints)
        ast, mapping = (json.dumps(part, separators=(",", ":")) for part in (file.ast, file.mapping))
        yield index, "false", paths[index], entry.source, count, ast, mapping, json.dumps(extra)


def _list_kgrams(prints: list[list[int]]) -> Iterable[tuple[object, ...]]:
    files: defaultdict[int, list[int]] = defaultdict(list)
    for index, each in enumerate(prints):
        for print_ in each:
            files[print_].append(index)
    shared = ((print_, indices) for print_, indices in files.items() if len(indices) > 1)
    for number, (print_, indices) in enumerate(shared):
        yield number, print_, "false", "", json.dumps(indices)


def _list_pair(
    number: int, pair: SolutionPair, ids: dict[str, int], paths: list[str], prints: list[list[int]]
) -> tuple[object, ...]:
    left, right = ids[pair.left], ids[pair.right]
    mine, yours = prints[left], prints[right]
    similarity = 2 * pair.shared / max(1, len(mine) + len(yours))
    longest, length, last = 0, 0, -2
    places = {print_: at for at, print_ in enumerate(yours)}
    for print_ in mine:
        at = places.get(print_, -2)
        length = 0 if at < 0 else length + 1 if at == last + 1 else 1
        longest, last = max(longest, length), at
    covered = (pair.shared, pair.shared)
    return number, left, paths[left], right, paths[right], similarity, 2 * pair.shared, longest, *covered


def _write(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    made = io.StringIO()
    writer = csv.writer(made)
    writer.writerow(header)
    writer.writerows(rows)
    return made.getvalue()
