"""Readings of sources: the fingerprints and author's choices that are compared, without those of the problem's code.

The functions that read sources are tasks. Their time is linear in the number of characters; the service limits how much
one call is given.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from app.domains.similarity.fingerprints import LENGTH, find_fingerprints, hash_runs, hash_texts
from app.domains.similarity.tokens import MAX_CHARACTERS, read
from app.kit.workers.tasks import task

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_FINGERPRINTS: Final = 600
"""Maximum number of fingerprints kept per source; a solution has about thirty."""
_FENCE: Final = re.compile(r"^ {0,3}(?:```|~~~)")


@dataclass(frozen=True)
class GivenCode:
    """The problem's own code: its runs of tokens, and its names, comments, numbers and strings."""

    runs: set[int] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    comments: set[str] = field(default_factory=set)
    numbers: set[str] = field(default_factory=set)
    strings: set[str] = field(default_factory=set)
    forms: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Reading:
    """The data compared for one source. `own`: number of tokens that aren't the problem's; `whole`: not truncated."""

    tokens: int
    own: int
    fingerprints: list[int]
    names: list[str]
    comments: list[str]
    numbers: list[str]
    strings: list[str]
    form: int
    whole: bool


@dataclass(frozen=True)
class Form:
    """An attempt, reduced to the hash and number of its tokens, so that formatting and names make no difference."""

    hash: int
    tokens: int


def list_code(markdown: str) -> list[str]:
    """Return the fenced code blocks of a Markdown text, in linear time."""
    blocks: list[str] = []
    block: list[str] | None = None
    for line in markdown.splitlines():
        if _FENCE.match(line):
            if block is not None:
                blocks.append("\n".join(block))
            block = [] if block is None else None
        elif block is not None:
            block.append(line)
    return blocks


@task
def read_known(codes: list[str], texts: list[str]) -> GivenCode:
    """Return the problem's own code; `codes` are Python, `texts` are Markdown with code in it."""
    known = GivenCode()
    for code in [*codes, *(block for text in texts for block in list_code(text))]:
        text = read(code)
        known.runs.update(run.hash for run in hash_runs(text.tokens))
        known.forms.add(hash_texts(token.text for token in text.tokens))
        for kept, found in (
            (known.names, text.names),
            (known.comments, text.comments),
            (known.numbers, text.numbers),
            (known.strings, text.strings),
        ):
            kept.update(found)
    return known


@task
def read_solutions(sources: list[str], known: GivenCode) -> list[Reading]:
    """Return the reading of each source."""
    return [read_solution(source, known) for source in sources]


def read_solution(source: str, known: GivenCode) -> Reading:
    """Return the reading of a source."""
    text = read(source)
    own = {run.at + offset for run in hash_runs(text.tokens) if run.hash not in known.runs for offset in range(LENGTH)}
    prints = dict.fromkeys(run.hash for run in find_fingerprints(text.tokens, known.runs))
    return Reading(
        tokens=len(text.tokens),
        own=len(own),
        fingerprints=list(prints)[:MAX_FINGERPRINTS],
        names=_leave(text.names, known.names),
        comments=_leave(text.comments, known.comments),
        numbers=_leave(text.numbers, known.numbers),
        strings=_leave(text.strings, known.strings),
        form=hash_texts(token.text for token in text.tokens),
        whole=len(source) <= MAX_CHARACTERS and len(prints) <= MAX_FINGERPRINTS,
    )


@task
def read_forms(sources: list[str]) -> list[Form]:
    """Return each attempt's form."""
    forms = []
    for source in sources:
        tokens = read(source).tokens
        forms.append(Form(hash_texts(token.text for token in tokens), len(tokens)))
    return forms


def _leave(found: Iterable[str], known: set[str]) -> list[str]:
    return [one for one in found if one not in known]
