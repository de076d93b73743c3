"""Files as other systems and their editors write them: with a byte-order mark, and with other ends of lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.package.files import read_equivalent
from tests.unit.grader.test_package import CODE, Files, files

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["files"]


def test_files_of_other_systems_are_read_as_they_are_meant(files: Files) -> None:
    texts = {
        "hints.md": "## Hint\n\nLook:\n\n```markdown\n## Not a hint\n```\n\n## Hint\n\nAdd.\n",
        "lesson.md": "```python run\nx = 1\n```\n",
        "solution.md": "## `return 2 * x`\n\nTwice.\n",
        "accepted/canonical.py": CODE,
        "equivalent.yaml": "# None yet.\n",
    }
    for name, text in texts.items():
        files.write(name, b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    read = files.read()
    assert (len(read.hints), read.lesson, len(read.notes)) == (2, texts["lesson.md"], 1)
    assert (read.accepted["canonical.py"], read.equivalent) == (CODE, {})


def test_what_editors_leave_beside_solutions_is_left_out(files: Files) -> None:
    for name in ("._canonical.py", ".#canonical.py"):
        files.write(f"accepted/{name}", CODE)
    assert list(files.read().accepted) == ["canonical.py"]


def test_a_solution_may_have_a_dot_in_its_name(tmp_path: Path) -> None:
    path = tmp_path / "equivalent.yaml"
    path.write_text('"v1.2:swap_operands.1": "Addition gives the same in either order."\n', encoding="utf-8")
    assert list(read_equivalent(path)) == ["v1.2:swap_operands.1"]
