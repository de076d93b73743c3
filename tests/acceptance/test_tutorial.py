"""The tutorial in docs/authoring.md, followed literally: its files are written and its commands run, in order."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FENCE = re.compile(
    r"(?:`(?P<path>(?:problems|reference_solutions)/[\w./]+)`:\n\n)?^(?P<fence>`{3,})(?P<language>\w+)\n(?P<text>.*?)^(?P=fence)$",
    re.DOTALL | re.MULTILINE,
)

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(900)]


def read_tutorial() -> list[tuple[str, str, str]]:
    """Return the path (empty for commands), language and text of each block in the tutorial."""
    text = (ROOT / "docs" / "authoring.md").read_text(encoding="utf-8")
    section = text.split("## Your first problem in ten minutes\n")[1].split("\n## Files\n")[0]
    return [(match["path"] or "", match["language"], match["text"]) for match in FENCE.finditer(section)]


def test_each_block_is_a_file_or_commands() -> None:
    blocks = read_tutorial()
    assert [language for path, language, _ in blocks if not path] == ["sh"] * 4
    assert len([path for path, _, _ in blocks if path]) == 9


def test_the_tutorial_works_word_for_word(tmp_path: Path) -> None:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    programs = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("JAXDOJO_")}
    environment = kept | {
        "PATH": programs,
        "JAXDOJO_DATA": str(tmp_path / "data"),
        "JAXDOJO_BACKGROUND_MINUTES": "0",
        "NO_COLOR": "1",
        "COLUMNS": "200",
    }
    folder = tmp_path / "mine"
    folder.mkdir()
    exports, said = "", ""
    for path, _, text in read_tutorial():
        if path:
            assert (folder / path).parent.is_dir()
            (folder / path).write_text(text, encoding="utf-8")
            continue
        command = ["bash", "-euc", exports + text]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        exports += "".join(line for line in text.splitlines(keepends=True) if line.startswith("export "))
        said += done.stdout
    assert "soft_rows passes: 1 sample, 6 hidden cases, 2 accepted and 2 rejected solutions" in said
    assert "soft_rows: published, version 1" in said
    assert "Accepted" in said
    assert "reference_solutions/soft_rows/rejected/no_axis.py" in zipfile.ZipFile(folder / "soft_rows.zip").namelist()
