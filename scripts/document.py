"""Generate docs/settings.md, commands.md, checks.md and cases.md from the descriptions in the code.

Run it after changing a description. A test compares the pages with what this renders.
"""

from __future__ import annotations

import dataclasses
import inspect
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

import typer  # noqa: E402 - the checkout has to be on the path first
from pydantic import SecretStr  # noqa: E402
from pydantic_core import PydanticUndefined  # noqa: E402

from app.cli.main import cli  # noqa: E402
from app.kit.settings import PREFIX, Settings  # noqa: E402
from grader.inside import authoring  # noqa: E402
from grader.judge.checks import manual  # noqa: E402
from grader.publishing.cases import GENERATOR_SECONDS, MAX_CASES  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic.fields import FieldInfo

SETTINGS: Final = ROOT / "docs" / "settings.md"
COMMANDS: Final = ROOT / "docs" / "commands.md"
CHECKS: Final = ROOT / "docs" / "checks.md"
CASES: Final = ROOT / "docs" / "cases.md"

SETTINGS_HEAD: Final = """# Settings

Made by `scripts/document.py` from `app/kit/settings.py`; change the descriptions there.

Set them as environment variables, or in a file `.env` in the folder where `jaxdojo` starts; a variable wins over the
file. If a value can't be used, `jaxdojo` doesn't start, and names the setting. Where the default depends on the machine
or on other settings, its column is empty, and the description says what it is.

| Setting | Default | What it does |
|---|---|---|
"""

COMMANDS_HEAD: Final = """# Commands

Made by `scripts/document.py` from `app/cli/`; change the descriptions there. `jaxdojo COMMAND --help` says more.

`make setup` puts the command at `.venv/bin/jaxdojo`. Exit codes: 0: done or accepted; 1: another verdict; 2: wrong
usage or a broken problem; 3: the platform failed.
"""


CHECKS_HEAD: Final = """# Checks

Made by `scripts/document.py` from `grader/package/specs` and `grader/judge/checks`; change the descriptions there.

A problem declares its checks under `checks:` in `problem.yaml`. `values` and `host` are made unless they are set to
`null`, the others where they are declared; a check without keys is declared as `name: {}`. Each is made on every case,
except in [sealed](#sealed) problems. If several fail, the one listed first here gives the reason. `jaxdojo check list`
shows the same in the terminal.
"""


CASES_HEAD: Final = f"""# Cases

Made by `scripts/document.py` from `grader/inside/authoring.py`; change the descriptions there.

`cases.py` defines two functions. `samples()` returns the cases that learners see with all their values, and `pool(rng)`
the hidden ones. Each submission gets all of these, or as many as `pool.draw` in problem.yaml says. Both return a list
of `Case`. `rng` is a `numpy.random.Generator`, seeded with the installation's secret: take all random numbers from it,
and none from elsewhere, since the file runs twice and must make the same cases. It may take up to
{GENERATOR_SECONDS:g} s, and make up to {MAX_CASES} cases. It may import NumPy, JAX, Flax and the names below;
`checker.py` has `Seen` and `Finding`:

```python
from grader.inside.authoring import Body, Build, Call, Case, Make
```

The reference answers the cases, so `cases.py` holds no expected values. Learners read names and labels of samples, and
those of hidden cases if `pool.labels` is `public`: say there what goes in, and not what comes out. The
[cookbook](cookbook.md) has complete problems.

`bodies.py` imports none of these. It is plain Python that learners can read: the functions that `Body` hands over,
those that `Build` calls, and what they need. Runnable blocks of the texts don't see its names.
"""


def render_default(field: FieldInfo) -> str:
    """Return a field's default as a table cell; empty if there is none, or if it depends on the machine."""
    default = field.default
    if default is PydanticUndefined or default is None:
        return ""
    if isinstance(default, SecretStr):
        default = default.get_secret_value()
    if isinstance(default, Path) and default.is_relative_to(ROOT):
        return ""
    return f"`{default}`" if default != "" else "empty"


def render_settings() -> str:
    """Return docs/settings.md."""
    rows = [
        f"| `{PREFIX}{name.upper()}` | {render_default(field)} | {field.description} |\n"
        for name, field in Settings.model_fields.items()
    ]
    return SETTINGS_HEAD + "".join(rows)


def walk(command: Any, words: tuple[str, ...]) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - Typer's commands have no public type
    """Yield each command below `command` with the words that call it."""
    if hasattr(command, "list_commands"):
        if command.invoke_without_command:
            yield " ".join(words), command
        for name in command.list_commands(None):
            yield from walk(command.get_command(None, name), (*words, name))
    elif not command.hidden:
        yield " ".join(words), command


def list_commands() -> dict[str, Any]:
    """Return each command by the words that call it, as `jaxdojo problem check`."""
    return dict(walk(typer.main.get_command(cli), ("jaxdojo",)))


def render_parameter(parameter: Any) -> str:  # noqa: ANN401 - as above
    """Return one line about an argument or an option."""
    is_option = parameter.param_type_name == "option"
    name = (
        ", ".join((*parameter.opts, *parameter.secondary_opts))
        if is_option
        else (parameter.metavar or parameter.name).upper()
    )
    about = " ".join((getattr(parameter, "help", None) or "").split())
    return f"- `{name}`: {about}\n" if about else f"- `{name}`\n"


def render_commands() -> str:
    """Return docs/commands.md."""
    parts = [COMMANDS_HEAD]
    for words, command in list_commands().items():
        about = " ".join((command.help or "").split())
        shown = [p for p in command.params if p.name != "help" and not getattr(p, "hidden", False)]
        lines = "".join(render_parameter(parameter) for parameter in shown)
        parts.append(f"\n## {words}\n{about}\n" + (f"\n{lines}" if lines else ""))
    return "".join(parts)


def render_checks() -> str:
    """Return docs/checks.md."""
    parts = [CHECKS_HEAD]
    for entry in manual.list_checks():
        parts.append(f"\n## {entry.name}\n{entry.summary}\n" + (f"\n{entry.details}\n" if entry.details else ""))
        parts.append(f"\n```yaml\nchecks:\n  {entry.example}\n```\n")
        if entry.options:
            rows = [
                f"| `{option.name}` | {option.kind} | {f'`{option.default}`' if option.default else 'required'} "
                f"| {option.description} |\n"
                for option in entry.options
            ]
            parts.append("\n| Key | Kind | Default | What it is |\n|---|---|---|---|\n" + "".join(rows))
        codes = [f"| `{code}` | `{told.verdict}` | {told.meaning} |\n" for code, told in entry.codes.items()]
        if codes:
            parts.append("\n| Code | Verdict | When |\n|---|---|---|\n" + "".join(codes))
    return "".join(parts)


def render_cases() -> str:
    """Return docs/cases.md."""
    parts = [CASES_HEAD]
    for name, value in vars(authoring).items():
        if not inspect.isclass(value) or not dataclasses.is_dataclass(value):
            continue
        fields = ", ".join(_render_field(field) for field in dataclasses.fields(value))
        about = inspect.cleandoc(value.__doc__ or "")
        parts.append(f"\n## {name}\n{about}\n\n```python\n{name}({fields})\n```\n")
    return "".join(parts)


def _render_field(field: dataclasses.Field[object]) -> str:
    told = f"{field.name}: {field.type}"
    if field.default is not dataclasses.MISSING:
        return f"{told} = {field.default!r}"
    if field.default_factory is not dataclasses.MISSING:
        return f"{told} = {field.default_factory()!r}"
    return told


def main() -> None:
    """Write the pages."""
    SETTINGS.write_text(render_settings(), encoding="utf-8")
    COMMANDS.write_text(render_commands(), encoding="utf-8")
    CHECKS.write_text(render_checks(), encoding="utf-8")
    CASES.write_text(render_cases(), encoding="utf-8")


if __name__ == "__main__":
    main()
