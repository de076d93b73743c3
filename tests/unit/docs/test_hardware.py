"""The table in docs/hardware.md follows from the page's text, and the text from the program's settings."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Final

import pytest

from app.kit.settings import Settings

TEXT: Final = " ".join(
    (Path(__file__).resolve().parents[3] / "docs" / "hardware.md").read_text(encoding="utf-8").split()
)
ROWS: Final = re.findall(r"\| (\d+) \| (\d+) \| (\d+) GiB \| \d+ GiB \|", TEXT)
LEAST_CORES: Final = 2


def read(pattern: str) -> float:
    found = re.search(pattern, TEXT)
    assert found is not None, pattern
    return float(found[1])


def test_a_sandbox_takes_what_its_setting_says() -> None:
    memory = Settings.model_fields["sandbox_memory_mb"].default
    assert read(r"at most (\d+) MiB of memory of its own \| `JAXDOJO_SANDBOX_MEMORY_MB`") == memory
    assert read(r"and ([\d.]+) GiB for each grade at once") == memory / 1024


@pytest.mark.parametrize(("people", "cores", "memory"), ROWS)
def test_a_row_follows_from_the_text(people: str, cores: str, memory: str) -> None:
    every = read(r"each submits every (\d+) minutes") * 60
    busy = int(people) * read(r"a grade takes ([\d.]+) s of a core") / every
    assert int(cores) == max(LEAST_CORES, 2 * math.ceil(busy / 0.5 / 2))
    grade = read(r"and ([\d.]+) GiB for each grade at once")
    assert int(memory) == read(r"So memory is (\d+) GiB") + int(cores) * grade


def test_there_are_rows() -> None:
    assert len(ROWS) == 5
