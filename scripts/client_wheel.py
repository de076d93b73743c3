"""Build the jaxdojo-client wheel: `python scripts/client_wheel.py VERSION FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from app.client.distribution import make_wheel
from scripts.description import find_addresses


def main() -> int:
    """Write the wheel; return the exit status."""
    if len(sys.argv) != 3:  # noqa: PLR2004 (the program and its two arguments)
        print("usage: client_wheel.py VERSION FOLDER", file=sys.stderr)
        return 2
    addresses = find_addresses(Path(__file__).resolve().parent.parent)
    name, content = make_wheel(sys.argv[1], tuple(f"{label}, {url}" for label, url in addresses.items()))
    (Path(sys.argv[2]) / name).write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
