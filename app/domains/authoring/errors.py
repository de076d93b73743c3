"""Errors of authoring, derived from those of `app.kit.errors`."""

from __future__ import annotations

from typing import Final

from app.kit.errors import ConflictError, NotFoundError, RequestError
from app.kit.language import translate as _

MAX_TASKS: Final = 4
"""Maximum number of one person's tasks that wait or run in a server."""


class FileNotInPackageError(NotFoundError):
    """The problem's package has no such file."""

    code = "file_not_found"
    title = "No such file"

    def __init__(self, path: str, suggestion: str | None = None) -> None:
        hint = _("Did you mean `%(slug)s`?", slug=suggestion) if suggestion else ""
        super().__init__(f"{_('The package has no file `%(path)s`.', path=path[:200])} {hint}".strip())


class FilesNotKeptError(NotFoundError):
    """A version's source files weren't kept."""

    code = "files_not_kept"
    title = "Files were not kept"

    def __init__(self, slug: str, number: int) -> None:
        super().__init__(
            _(
                "The files of version %(number)s of `%(slug)s` were not kept: it was published by an earlier release, "
                "its files changed meanwhile, or one of them can't be in an archive. "
                "`jaxdojo problem export %(slug)s FILE` names such a file.",
                slug=slug,
                number=number,
            )
        )


class TaskNotFoundError(NotFoundError):
    """The problem has no task: it was never checked, tried, staged or published in the browser or over HTTP."""

    code = "task_not_found"
    title = "No such task"

    def __init__(self, slug: str) -> None:
        super().__init__(_("`%(slug)s` hasn't been checked yet.", slug=slug))


class TaskRunningError(ConflictError):
    """Another task of the problem is still running."""

    def __init__(self, slug: str) -> None:
        super().__init__(_("Another task is running for `%(slug)s`: wait for it to finish, or cancel it.", slug=slug))


class TooManyTasksError(ConflictError):
    """One person's tasks would keep everybody else's waiting, since they run one after another."""

    def __init__(self) -> None:
        told = _("%(most)s of your tasks wait or run: wait for one to finish, or cancel it.", most=MAX_TASKS)
        super().__init__(told)


class EditedMeanwhileError(RequestError):
    """Somebody else changed the file since the user read it."""

    code = "edited_meanwhile"
    status = 412
    title = "Changed meanwhile"

    def __init__(self, path: str) -> None:
        super().__init__(
            _(
                "Somebody else changed `%(path)s` after you opened it, so nothing was saved. Your text is still in "
                "your editor: read theirs, merge the two and save again.",
                path=path,
            )
        )


class AllEditedMeanwhileError(EditedMeanwhileError):
    """Somebody else changed one of the problem's files since the user read them."""

    def __init__(self, slug: str) -> None:
        RequestError.__init__(
            self,
            _(
                "Somebody else changed files of `%(slug)s` after you opened it, so the archive did not replace them. "
                "Read them, and upload again if yours should replace them.",
                slug=slug,
            ),
        )
