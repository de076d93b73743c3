"""Working copies: the files of problems being written, in the data directory.

::

    working/<slug>/
        problems/<slug>/               problem.yaml, statement.md, ...     `problem.yaml` to those who edit
        reference_solutions/<slug>/    reference.py, accepted/*.py, ...    `solutions/reference.py`

They are text, and nothing here runs them. A problem that was never edited here is read from the installation's own
folders, and copied on the first write. A write names the content that it replaces by its tag (RFC 9110, section 8.8.3):
of two writers who started from the same content, the second is refused, so nothing is lost.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.domains.authoring.errors import AllEditedMeanwhileError, EditedMeanwhileError, FileNotInPackageError
from app.kit.errors import ConflictError, InvalidInputError, find_nearest
from app.kit.language import translate as _
from grader.package.archive import MAX_TOTAL
from grader.package.files import MAX_FILE, REQUIRED, SLUG
from grader.package.scaffold import write_package

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from app.kit.settings import Settings

_NAME: Final = r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}\.(?:py|md|yaml)"
PATH: Final = re.compile(rf"(?:solutions/(?:(?:accepted|rejected)/)?)?{_NAME}")
"""The allowed paths of a working copy's files."""
SOLUTIONS: Final = "solutions/"
MAX_FILES: Final = 200
"""Maximum number of files per problem."""
NEEDED: Final = frozenset(
    {*REQUIRED, *(SOLUTIONS + name for name in ("reference.py", "submissions.yaml", "accepted/canonical.py"))}
)


def compute_tag(content: bytes) -> str:
    """Return the entity tag of a file's content, including the quotes."""
    return f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def compute_tag_of_all(files: Mapping[str, bytes]) -> str:
    """Return the entity tag of all files together, which changes whenever one is changed, added or removed."""
    return compute_tags(files)[0]


def compute_tags(files: Mapping[str, bytes]) -> tuple[str, dict[str, str]]:
    """Return the entity tag of all files together, and that of each by its path; takes a while for many large ones."""
    tags = {path: compute_tag(files[path]) for path in sorted(files)}
    return compute_tag("".join(f"{path} {tag}\n" for path, tag in tags.items()).encode()), tags


def check_path(path: str) -> str:
    """Return a path that a package may contain; raises `InvalidInputError` for any other."""
    if not PATH.fullmatch(path):
        message = _(
            "`%(path)s` can't be a file of a problem: use text files (.py, .md, .yaml), with solutions in solutions/, "
            "solutions/accepted/ and solutions/rejected/.",
            path=path[:100],
        )
        raise InvalidInputError("path", message)
    return path


def check_content(path: str, content: bytes) -> bytes:
    """Return valid content of a file; raises `InvalidInputError` for bytes that aren't text, or too many."""
    if len(content) > MAX_FILE:
        message = _(
            "`%(path)s` has %(bytes)s bytes; a file may have %(most)s.", path=path, bytes=len(content), most=MAX_FILE
        )
        raise InvalidInputError("content", message)
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        message = _("`%(path)s` is not UTF-8 (line %(line)s): save it as UTF-8.", path=path, line=line)
        raise InvalidInputError("content", message) from error
    if "\0" in text:
        raise InvalidInputError("content", _("`%(path)s` contains a NUL character, which isn't valid text.", path=path))
    return content


class WorkingCopies:
    """Stores all working copies of an installation. Its methods block, and may be called from any thread."""

    def __init__(self, settings: Settings) -> None:
        self._root = settings.data / "working"
        self._settings = settings
        self._lock = threading.Lock()

    def has(self, slug: str) -> bool:
        """Return whether a problem has a working copy."""
        return (self._root / slug).is_dir()

    def has_files(self, slug: str) -> bool:
        """Return whether a problem has files at all, here or in the installation's folders."""
        return bool(SLUG.fullmatch(slug)) and self._find_folders(slug)[0].is_dir()

    def is_installed(self, slug: str) -> bool:
        """Return whether a problem is in the installation's own folder."""
        return (self._settings.problems / slug / "problem.yaml").is_file()

    def list_slugs(self) -> list[str]:
        """Return the slugs of all problems that have files."""
        found = {path.parent.name for path in self._settings.problems.glob("*/problem.yaml")}
        found |= {path.name for path in self._root.glob("*") if path.is_dir()}
        return sorted(slug for slug in found if SLUG.fullmatch(slug))

    def list_other_manifests(self, slug: str) -> list[Path]:
        """Return the path of each other problem's manifest, which may be deleted meanwhile."""
        return [self._find_folders(other)[0] / "problem.yaml" for other in self.list_slugs() if other != slug]

    def create(self, slug: str, *, name: str, author: str) -> None:
        """Create a problem with small, working files; raises `ConflictError` if it exists."""
        self._root.mkdir(mode=0o700, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self._root, prefix=".creating-") as scratch:
            fresh = Path(scratch) / "new"
            write_package(slug, fresh / "problems", fresh / "reference_solutions", name=name, credits_=author)
            with self._lock:
                if self.has_files(slug):
                    advice = _("choose another slug")
                    raise ConflictError(
                        _("There is already a problem `%(slug)s`: %(advice)s.", slug=slug, advice=advice)
                    )
                fresh.rename(self._root / slug)

    def read_all(self, slug: str) -> dict[str, bytes]:
        """Return the files of a problem by path, sorted; files that a package can't have are left out."""
        package, references = self._find_folders(slug)
        files = {}
        for folder, prefix in ((package, ""), (references, SOLUTIONS)):
            for found in folder.rglob("*"):
                path = prefix + found.relative_to(folder).as_posix()
                if PATH.fullmatch(path) and found.is_file() and not found.is_symlink():
                    files[path] = found.read_bytes()
        return {path: files[path] for path in sorted(files)}

    def read_manifest(self, slug: str, most: int) -> str:
        """Return the beginning of a problem's manifest, at most so many bytes; empty if there is none."""
        try:
            with (self._find_folders(slug)[0] / "problem.yaml").open("rb") as file:
                return file.read(most).decode(errors="replace")
        except OSError:
            return ""

    def read(self, slug: str, path: str) -> bytes:
        """Return one file; raises `FileNotInPackageError`."""
        files = self.read_all(slug)
        if path not in files:
            raise FileNotInPackageError(path, find_nearest(path, files))
        return files[path]

    def write(self, slug: str, path: str, content: bytes, *, replaces: str | None) -> str:
        """Store a file, replacing the content with tag `replaces`, None for a new file; returns the new tag.

        `*` replaces any content. Raises `InvalidInputError`, `EditedMeanwhileError` and `ConflictError`.
        """
        check_content(check_path(path), content)
        with self._lock:
            files = self.read_all(slug)
            _compare(files, path, replaces)
            after = files | {path: content}
            if len(after) > MAX_FILES:
                raise ConflictError(_("A problem may have %(most)s files; delete one first.", most=MAX_FILES))
            if len(content) > len(files.get(path, b"")) and sum(map(len, after.values())) > MAX_TOTAL:
                most = MAX_TOTAL // 2**20
                raise ConflictError(_("A problem's files may have %(most)s MiB in all; shorten one first.", most=most))
            self._copy(slug, files)
            self._store(slug, path, content)
        return compute_tag(content)

    def delete(self, slug: str, path: str, *, replaces: str) -> None:
        """Delete a file whose content has the tag `replaces`; raises as `read` and `write` do."""
        with self._lock:
            files = self.read_all(slug)
            if path not in files:
                raise FileNotInPackageError(path, find_nearest(path, files))
            _compare(files, path, replaces)
            self._copy(slug, files)
            self._locate(slug, path).unlink()

    def rename(self, slug: str, path: str, to: str, *, replaces: str) -> str:
        """Rename a file whose content has the tag `replaces`; returns the tag, which stays the same.

        Raises as `delete` and `write` do; never replaces an existing file.
        """
        check_path(to)
        with self._lock:
            files = self.read_all(slug)
            if path not in files:
                raise FileNotInPackageError(path, find_nearest(path, files))
            _compare(files, path, replaces)
            if to in files:
                raise ConflictError(_("There is already a file `%(path)s`: choose another name.", path=to))
            self._copy(slug, files)
            self._store(slug, to, files[path])
            self._locate(slug, path).unlink()
        return compute_tag(files[path])

    def discard(self, slug: str) -> None:
        """Delete a working copy, if it exists."""
        with self._lock:
            if self.has(slug):
                scratch = Path(tempfile.mkdtemp(dir=self._root, prefix=".discarding-"))
                (self._root / slug).rename(scratch / "old")
                shutil.rmtree(scratch, ignore_errors=True)

    def replace_all(self, slug: str, files: Mapping[str, bytes], *, replaces: str | None) -> None:
        """Replace all files, which have the tag `replaces`: None for a new problem, `*` for any content.

        Raises `InvalidInputError` for a disallowed file, `AllEditedMeanwhileError`, and `ConflictError` if a problem
        that should be new has files.
        """
        for path, content in files.items():
            check_content(check_path(path), content)
        if len(files) > MAX_FILES:
            message = _("A problem may have %(most)s files; this one has %(found)s.", most=MAX_FILES, found=len(files))
            raise InvalidInputError("files", message)
        self._root.mkdir(mode=0o700, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(dir=self._root, prefix=".writing-"))
        try:
            write_tree(scratch, slug, files)
            with self._lock:
                if replaces is None and self.has_files(slug):
                    raise ConflictError(_("There is already a problem `%(slug)s`: upload it there.", slug=slug))
                if replaces not in {None, "*", compute_tag_of_all(self.read_all(slug))}:
                    raise AllEditedMeanwhileError(slug)
                if self.has(slug):
                    (self._root / slug).rename(scratch / "old")
                fresh = scratch / "new"
                fresh.rename(self._root / slug)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)

    @contextmanager
    def snapshot(self, slug: str) -> Iterator[tuple[Path, Path]]:
        """Yield folders of the package and the references with the current files, for the duration of the block."""
        with tempfile.TemporaryDirectory(prefix="jaxdojo-package-") as scratch:
            with self._lock:
                files = self.read_all(slug)
            yield write_tree(Path(scratch), slug, files)

    def _find_folders(self, slug: str) -> tuple[Path, Path]:
        if self.has(slug):
            return _join(self._root / slug, slug)
        return self._settings.problems / slug, self._settings.references / slug

    def _copy(self, slug: str, files: Mapping[str, bytes]) -> None:
        """Create the working copy, unless it exists."""
        if not self.has(slug):
            self._root.mkdir(mode=0o700, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=self._root, prefix=".copying-") as scratch:
                write_tree(Path(scratch), slug, files)
                (Path(scratch) / "new").rename(self._root / slug)

    def _locate(self, slug: str, path: str) -> Path:
        package, references = _join(self._root / slug, slug)
        inner = path.removeprefix(SOLUTIONS)
        return references / inner if inner != path else package / inner

    def _store(self, slug: str, path: str, content: bytes) -> None:
        place = self._locate(slug, path)
        place.parent.mkdir(parents=True, exist_ok=True)
        scratch = place.with_name(f".{place.name}.writing")
        with scratch.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(place)


def _join(root: Path, slug: str) -> tuple[Path, Path]:
    return root / "problems" / slug, root / "reference_solutions" / slug


def write_tree(scratch: Path, slug: str, files: Mapping[str, bytes]) -> tuple[Path, Path]:
    """Write a whole working copy to the folder `new` below `scratch`; return its package and its references."""
    package, references = _join(scratch / "new", slug)
    for folder in (package, references):
        folder.mkdir(parents=True)
    for path, content in files.items():
        inner = path.removeprefix(SOLUTIONS)
        place = references / inner if inner != path else package / inner
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    return package, references


def _compare(files: Mapping[str, bytes], path: str, replaces: str | None) -> None:
    if replaces == "*":
        return
    stored = compute_tag(files[path]) if path in files else None
    if stored != replaces:
        raise EditedMeanwhileError(path)
