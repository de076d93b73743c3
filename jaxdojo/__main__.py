"""The command `jaxdojo`, also as `python -m jaxdojo`."""

from __future__ import annotations

from jaxdojo.places import add_code


def main() -> None:
    """Run the command."""
    add_code()
    from app.cli.main import main as run  # noqa: PLC0415 (there only now)

    run()


if __name__ == "__main__":
    main()
