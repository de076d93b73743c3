"""Commands are found where the command line says, are loaded only when called, and have correct descriptions."""

from __future__ import annotations

import subprocess
import sys

import pytest

from app.cli.main import PLACES


@pytest.mark.parametrize("word", list(PLACES))
def test_each_command_is_where_it_is_said_to_be_and_described_by_its_own_words(word: str) -> None:
    command = PLACES[word].load(word)
    assert command.name == word
    assert command.help is not None
    assert command.help.startswith(PLACES[word].about.removesuffix(".")), f"`{word}` says of itself: {command.help}"


def test_help_loads_no_command() -> None:
    program = (
        "import sys\nfrom app.cli.main import cli\n"
        "try:\n    cli(['--help'])\nexcept SystemExit:\n    pass\n"
        "print(sorted(name for name in sys.modules if name.startswith(('app.', 'fastapi', 'sqlalchemy'))))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert "Grade a file without a server." in done.stdout
    loaded = done.stdout.splitlines()[-1]
    assert not any(
        name in loaded for name in ("app.cli.remote", "app.cli.grading", "app.domains", "fastapi", "sqlalchemy")
    )
