"""What all tests share: the order in which they run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pytest

HERE: Final = Path(__file__).resolve().parent
ORDER: Final = ["unit", "integration", "attacks", "acceptance"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run quick tests first, and those with a browser last: its event loop runs on in this thread until the end."""
    items.sort(key=lambda item: ORDER.index(layer) if (layer := _layer_of(item.path)) in ORDER else len(ORDER))


def _layer_of(path: Path) -> str:
    parts = path.relative_to(HERE).parts if path.is_relative_to(HERE) else ()
    return parts[0] if parts else ""
