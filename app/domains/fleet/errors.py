"""Errors about runners."""

from app.kit.errors import NotFoundError


class RunnerNotFoundError(NotFoundError):
    """No runner of this name is registered."""

    code = "runner_not_found"

    def __init__(self, name: str, suggestion: str | None = None) -> None:
        hint = f" Did you mean `{suggestion}`?" if suggestion else " `jaxdojo runner list` shows them."
        super().__init__(f"There is no runner `{name[:200]}`.{hint}")
