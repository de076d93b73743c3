"""What only authoring raises, below the errors of `app.errors`."""

from __future__ import annotations

from app.errors import NotFoundError, RequestError
from app.language import translate as _


class FileNotInPackageError(NotFoundError):
    """The problem's package has no such file."""

    code = "file_not_found"
    title = "No such file"

    def __init__(self, path: str, suggestion: str | None = None) -> None:
        hint = _("Did you mean `%(slug)s`?", slug=suggestion) if suggestion else ""
        super().__init__(f"{_('The package has no file `%(path)s`.', path=path[:200])} {hint}".strip())


class EditedMeanwhileError(RequestError):
    """Somebody else changed the file since the asker read it."""

    code = "edited_meanwhile"
    status = 412
    title = "Changed meanwhile"

    def __init__(self, path: str) -> None:
        super().__init__(
            _(
                "`%(path)s` was changed by somebody else since you opened it, so nothing was saved over it. Your text "
                "is still in your editor: read theirs, put both together, and save again.",
                path=path,
            )
        )


class AllEditedMeanwhileError(EditedMeanwhileError):
    """Somebody else changed some file of the problem since the asker looked at it."""

    def __init__(self, slug: str) -> None:
        RequestError.__init__(
            self,
            _(
                "Files of `%(slug)s` were changed by somebody else since you looked, so the archive was not put over "
                "them. Read what is there now, and upload again if yours should replace it.",
                slug=slug,
            ),
        )
