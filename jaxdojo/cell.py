"""The program that grades a notebook's cell, as `jaxdojo.notebook` starts it: `python -m jaxdojo.cell`."""

from __future__ import annotations

from .places import add_code  # noqa: TID252 (the package has another name in jaxdojo-client)

if __name__ == "__main__":
    add_code()
    from app.cli.notebook import main

    main()
