"""Routes get single parts of the service, by names whose values have the declared types."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from typing import TYPE_CHECKING, Annotated, get_args, get_origin, get_type_hints

from fastapi.params import Depends

import app.domains
import app.web
from app.http import parts
from app.services import Services

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

PROTOCOLS = {"tokens": ["TokenFinder"]}
"""Parts that lower layers request as a protocol, since their class is in a higher layer."""


def list_modules() -> Iterator[ModuleType]:
    yield parts
    for package in (app.domains, app.web):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(found.name)


def list_asked() -> Iterator[tuple[str, str, object]]:
    """Yield where, by which name and as which type a part is requested, in aliases and in signatures."""
    for module in list_modules():
        values = dict(vars(module))
        for name, value in values.items():
            yield from ((f"{module.__name__}.{name}", *found) for found in read(value))
            if inspect.isfunction(value) and value.__module__ == module.__name__:
                try:
                    hints = get_type_hints(value, include_extras=True)
                except NameError:  # names that only the type checker imports, so it isn't a route
                    continue
                for kind in hints.values():
                    yield from ((f"{module.__name__}.{name}", *found) for found in read(kind))


def read(value: object) -> Iterator[tuple[str, object]]:
    if get_origin(value) is Annotated:
        kind, *extras = get_args(value)
        for extra in extras:
            if isinstance(extra, Depends) and getattr(extra.dependency, "__name__", "") == "get_part":
                yield inspect.getclosurevars(extra.dependency).nonlocals["name"], kind  # type: ignore[arg-type]


def test_each_part_that_is_asked_for_has_the_type_that_is_said() -> None:
    types = get_type_hints(Services, localns={"Notifications": object})
    asked = list(list_asked())
    assert len(asked) > 25
    for where, name, kind in asked:
        found = types.get(name)
        assert found is not None, f"{where} asks for `{name}`, which app.services.Services doesn't have"
        if getattr(kind, "__name__", "") not in PROTOCOLS.get(name, []):
            assert found == kind, f"{where} asks for `{name}` as {kind}, and it is {found}"
