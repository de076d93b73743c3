"""Print what CHANGELOG.md says about one version: `python scripts/release_notes.py 0.1.0`.

For a version under development (`0.2.0.dev0`) it is the section "Unreleased". Standard library only.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

CHANGELOG: Final = Path(__file__).resolve().parent.parent / "CHANGELOG.md"


def find_notes(changelog: str, version: str) -> str:
    """Return the section of `version` with its heading; raise `LookupError` if it is missing or empty."""
    title = "Unreleased" if ".dev" in version else version
    for section in re.split(r"^(?=## )", changelog, flags=re.MULTILINE)[1:]:
        heading, _, body = section.partition("\n")
        if heading.split()[1] == title:
            if not body.strip():
                raise LookupError(f"CHANGELOG.md says nothing of {title}.")
            return f"# JAX Dojo {version}\n\n{body.strip()}"
    raise LookupError(f"CHANGELOG.md has no section `## {title}`; write one before a release.")


def main() -> int:
    """Print the notes; return the exit status."""
    if len(sys.argv) != 2:  # noqa: PLR2004 (the program and its one argument)
        print("usage: release_notes.py VERSION", file=sys.stderr)
        return 2
    try:
        print(find_notes(CHANGELOG.read_text(encoding="utf-8"), sys.argv[1]))
    except LookupError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
