"""The command `jaxdojo`, also as `python -m jaxdojo`."""

from __future__ import annotations

from importlib.util import find_spec

from .places import add_code, has_grader  # noqa: TID252 (the package has another name in jaxdojo-client)

WHOLE = "jaxdojo"
"""The package that has all commands. Where jaxdojo-client is installed beside it, both call it."""


def main() -> None:
    """Run the command."""
    if __package__ != WHOLE and find_spec(WHOLE) is not None:
        from jaxdojo.__main__ import main as run  # noqa: PLC0415 (there only now)
    else:
        add_code()
        if has_grader():
            from app.cli.main import main as run  # noqa: PLC0415 (likewise)
        else:
            from app.cli.client import main as run  # noqa: PLC0415 (likewise)
    run()


if __name__ == "__main__":
    main()
