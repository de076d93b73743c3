"""Commands are found where the command line says, are loaded only when called, and are described correctly."""

from __future__ import annotations

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from app.cli.main import PLACES, cli


@pytest.mark.parametrize("word", list(PLACES))
def test_each_command_is_where_it_is_said_to_be_and_described_by_its_own_words(word: str) -> None:
    command = PLACES[word].load(word)
    assert command.name == word
    assert command.help is not None
    assert command.help.startswith(PLACES[word].about.removesuffix(".")), f"`{word}` says of itself: {command.help}"


def test_help_loads_neither_commands_nor_what_draws_reports() -> None:
    program = (
        "import sys\nfrom jaxdojo.__main__ import main\nsys.argv = ['jaxdojo', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(*sorted(name for name in sys.modules if name.partition('.')[0] not in sys.stdlib_module_names))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert "Grade a file without a server." in done.stdout
    loaded = done.stdout.splitlines()[-1].split()
    ours = {"app.cli", "app.cli.lazy", "app.cli.main", "app.kit", "app.kit.console"}
    assert {name for name in loaded if name.startswith(("app.", "grader."))} == ours
    assert {"typer", "jaxdojo.places"} <= set(loaded)
    assert "jaxdojo.notebook" not in loaded
    heavy = {"rich", "pygments", "markdown_it", "pydantic", "numpy", "jax", "fastapi", "sqlalchemy", "httpx"}
    assert not heavy & {name.partition(".")[0] for name in loaded}


def test_help_has_whole_descriptions_also_of_groups_and_wrong_usage_is_plain() -> None:
    drawn = " ".join(CliRunner().invoke(cli, ["--help"]).output.split())
    assert all(place.about in drawn for place in PLACES.values())
    group = " ".join(CliRunner().invoke(cli, ["problem", "--help"]).output.split())
    assert "Print the JSON schema of problem.yaml, with which an editor can check and complete the file." in group
    wrong = CliRunner().invoke(cli, ["frob"])
    assert (wrong.exit_code, wrong.output.splitlines()[-1]) == (2, "Error: No such command 'frob'.")
