"""Errors about encrypted secrets and their keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.kit.errors import OperatorError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Iterable


class KeyUnusableError(OperatorError):
    """A key is malformed, or its file can't be read or written."""

    code = "encryption_key"
    status = 503
    title = "Not ready yet"

    @property
    def detail(self) -> str:
        """The message, which doesn't reveal where the keys are."""
        return _(
            "A key of this site is missing, so codes can't be checked and webhooks can't be signed. Nothing was "
            "switched off. Tell the operator; their log says what to do."
        )


class KeyMissingError(KeyUnusableError):
    """The database holds secrets under a key that this process doesn't have."""

    def __init__(self, missing: Iterable[str], place: str) -> None:
        super().__init__(
            f"The database holds secrets under the encryption key {', '.join(sorted(missing))}, which isn't in "
            f"{place}. Put it back, from a backup or from another server of this database. If it is lost for good, "
            "`jaxdojo keys discard` removes what can no longer be read: second factors, webhooks, mails and LTI keys."
        )
