"""The table in docs/hardware.md follows from the page's text, and the text from the program's settings."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Final

import pytest

from app.kit.settings import Settings
from bench import sizing

DOCS: Final = Path(__file__).resolve().parents[3] / "docs"
TEXT: Final = " ".join((DOCS / "hardware.md").read_text(encoding="utf-8").split())
SCALING: Final = " ".join((DOCS / "scaling.md").read_text(encoding="utf-8").split())
ROWS: Final = re.findall(r"\| (\d+) \| (\d+) \| (\d+) GiB \| \d+ GiB \|", TEXT)
LEAST_CORES: Final = 2


def read(pattern: str, text: str = TEXT) -> float:
    found = re.search(pattern, text)
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
    warm = read(r"([\d.]+) GiB for each of \d+ problems") * read(r"GiB for each of (\d+) problems")
    assert int(memory) == math.ceil(read(r"So a machine needs (\d+) GiB of memory") + warm + int(cores) * grade)


def test_what_is_kept_warm_takes_what_the_model_of_scaling_says() -> None:
    assert read(r"([\d.]+) GiB for each of \d+ problems") == read(r"([\d.]+) GiB, for at most") == sizing.WARM_GIB
    assert read(r"GiB for each of (\d+) problems") == read(r"GiB, for at most (\d+)") == sizing.WARM_PROBLEMS


def test_a_grade_takes_what_was_measured() -> None:
    """docs/hardware.md and the model of docs/scaling.md assume what the latter's figures are."""
    assumed = read(r"a grade takes ([\d.]+) s of a core")
    rate = read(r"real grades \| ([\d.]+) verdicts a second", SCALING)
    assert "A grade took a third of that on average" in TEXT
    assert 1 / rate == pytest.approx(assumed / 3, rel=0.15)
    assert "and half of that for [a problem whose calls are watched closely]" in TEXT
    assert read(r"and (\d+) ms, [\d.]+x, since", SCALING) / 1000 == pytest.approx(assumed / 2, rel=0.15)
    grade = read(r"At `g` = ([\d.]+) s", SCALING)
    assert grade == pytest.approx(1 / rate, rel=0.05)
    carried = read(r"of (\d+) transactions a second", SCALING) / read(r"and `c` = (\d+)", SCALING)
    assert read(r"carries (\d+) verdicts a second", SCALING) == pytest.approx(carried, rel=0.02)
    assert read(r"which is (\d+) busy cores", SCALING) == pytest.approx(carried * grade, rel=0.02)


def test_there_are_rows() -> None:
    assert len(ROWS) == 5
