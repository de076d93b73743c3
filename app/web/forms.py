"""Reads HTML forms into the API's models: texts are converted to the fields' types, and empty ones are left out."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Final, Generic, TypeVar

from fastapi import Depends, Form
from pydantic import BaseModel, ValidationError

from app.kit.errors import InvalidInputError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic_core import ErrorDetails

M = TypeVar("M", bound=BaseModel)

WHOLE: Final = re.compile(r"-?\d{1,9}")
NUMBER: Final = re.compile(r"-?\d{1,9}([.,]\d{1,6})?")


@dataclass(frozen=True)
class Filled(Generic[M]):
    """A submitted form: `given` are its texts by field; list fields have several."""

    model: type[M]
    given: dict[str, Any]

    def read(self, **more: Any) -> M:  # noqa: ANN401 - values of fields
        """Return the model that the form fills, with `more` fields from elsewhere; raises `InvalidInputError`."""
        kinds = _find_kinds(self.model)
        values = {name: _convert(kinds[name], text) for name, text in self.given.items() if name in kinds}
        try:
            return self.model.model_validate({name: one for name, one in values.items() if one is not None} | more)
        except ValidationError as error:
            first = error.errors()[0]
            field = ".".join(str(part) for part in first["loc"])[:100] or "form"
            told = _("%(field)s can't be used: %(why)s.", field=_name_field(first["loc"]), why=_tell(first))
            raise InvalidInputError(field, told) from error


def read_form(model: type[M], *more: str) -> Any:  # noqa: ANN401 - FastAPI's `Depends` is untyped
    """Return the dependency that gives a route the `Filled` form of a model; `more` names further repeated fields."""
    kinds = _find_kinds(model)
    parameters = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=Annotated[list[str], Form()] if is_list else Annotated[str, Form()],
            default=[] if is_list else "",
        )
        for name, is_list in [(name, "array" in kind) for name, kind in kinds.items()] + [(name, True) for name in more]
    ]

    def fill(**given: Any) -> Filled[M]:  # noqa: ANN401 - texts, and lists of texts
        return Filled(model, given)

    signed: Callable[..., Filled[M]] = fill
    signed.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # what FastAPI looks at
    return Depends(signed)


def _name_field(place: tuple[int | str, ...]) -> str:
    """Return the name of a field and, in lists, its row, counted from 1."""
    parts = (_("row %(number)s", number=part + 1) if isinstance(part, int) else f"`{part[:40]}`" for part in place)
    return ", ".join(parts)[:100] or "`form`"


def _tell(error: ErrorDetails) -> str:
    """Return why a value can't be used, in the reader's language for the reasons that are frequent."""
    limits = error.get("ctx", {})
    match error["type"]:
        case "greater_than_equal":
            return _("it must be at least %(least)s", least=limits["ge"])
        case "less_than_equal":
            return _("it must be at most %(most)s", most=limits["le"])
        case "string_too_long":
            return _("it has more than %(most)s characters", most=limits["max_length"])
        case "missing" | "string_too_short":
            return _("it is missing")
        case "int_type" | "float_type":
            return _("it isn't a number")
        case _other:
            return str(limits.get("error", error["msg"]))[:200]


@cache
def _find_kinds(model: type[BaseModel]) -> dict[str, set[str]]:
    """Return the JSON types of a model's fields."""
    found = {}
    for name, schema in model.model_json_schema().get("properties", {}).items():
        options = schema.get("anyOf", [schema])
        found[name] = {str(option.get("type", "")) for option in options}
    return found


def _convert(kinds: set[str], text: str | list[str]) -> Any:  # noqa: ANN401 - a field's value
    """Return the value of a field's text; None if it is empty."""
    if isinstance(text, list):
        return [one for one in text if one.strip()] or None
    text = text.strip()
    if "boolean" in kinds:
        return text in {"true", "on", "1"}
    if not text:
        return None
    if "integer" in kinds:
        return int(text) if WHOLE.fullmatch(text) else text
    if "number" in kinds:
        return float(text.replace(",", ".")) if NUMBER.fullmatch(text) else text
    return text
