"""What all tests share: the order in which they run, and options."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pytest

HERE: Final = Path(__file__).resolve().parent
ORDER: Final = ["unit", "integration", "attacks", "gpu", "truth", "chaos", "acceptance"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add our options to pytest's."""
    parser.addoption("--fuzz", default="6", help="requests for each route when the API is asked for anything")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run quick tests first, and those with a browser last: its event loop runs on in this thread until the end."""
    items.sort(key=lambda item: ORDER.index(layer) if (layer := _layer_of(item.path)) in ORDER else 0)


def _layer_of(path: Path) -> str:
    parts = path.relative_to(HERE).parts if path.is_relative_to(HERE) else ()
    return parts[0] if parts else ""
