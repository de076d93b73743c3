"""Files in a shared store: a folder, or any other storage that fsspec supports, such as `s3://bucket/prefix`.

Its contents aren't trusted: the reader gives the expected digest. Content that doesn't match, whether damaged, forged
or half written, is fetched once more, and then refused.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeVar

from grader.errors import BundleError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")

MAX_FILE: Final = 2**30
"""Maximum size, in bytes, of a file that is read."""
READ_ATTEMPTS: Final = 2
"""Number of times that a file whose digest doesn't match is fetched."""


class RemoteFolder:
    """A folder in the store. Its methods block, and raise `BundleError` if the store can't be used."""

    def __init__(self, url: str) -> None:
        self.url = url

    @cached_property
    def _place(self) -> tuple[Any, str]:
        # Imported late because it is slow, and most installations have no shared store.
        from fsspec.core import url_to_fs  # noqa: PLC0415

        files, root = url_to_fs(self.url)
        return files, root.rstrip("/")

    def write(self, name: str, data: bytes) -> None:
        """Store a file, replacing one of the same name."""

        def store(files: Any, path: str) -> None:  # noqa: ANN401 - fsspec has no types
            files.makedirs(path.rpartition("/")[0], exist_ok=True)
            files.pipe_file(path, data)

        self._try(name, "written", store)

    def list_sizes(self) -> dict[str, int]:
        """Return the size of each file by its name."""

        def look(files: Any, path: str) -> dict[str, int]:  # noqa: ANN401 - fsspec has no types
            files.invalidate_cache()
            found = files.find(path.rstrip("/"), detail=True)
            return {name.removeprefix(path): about["size"] for name, about in found.items()}

        return self._try("", "listed", look)

    def read(self, names: Sequence[str], adds_up: Callable[[list[bytes]], bool]) -> list[bytes]:
        """Return the contents of files once their digest matches; raises `BundleError` if it never does."""

        def load(files: Any, path: str) -> bytes:  # noqa: ANN401 - fsspec has no types
            files.invalidate_cache()
            if files.size(path) > MAX_FILE:
                message = f"{path} is larger than anything that was published"
                raise BundleError(message)
            content: bytes = files.cat_file(path)
            return content

        for _ in range(READ_ATTEMPTS):
            found = [self._try(name, "read", load) for name in names]
            if adds_up(found):
                return found
        message = f"{self.url}/{names[0]} is damaged or forged; publish it again"
        raise BundleError(message)

    def _try(self, name: str, what: str, work: Callable[[Any, str], T]) -> T:
        try:
            files, root = self._place
            return work(files, f"{root}/{name}")
        except BundleError:
            raise
        except Exception as error:  # each kind of store has errors of its own
            message = f"{self.url}/{name} can't be {what}: {type(error).__name__}: {error}"
            raise BundleError(message) from error
