"""A zip file preserves a problem byte for byte; harmful archives are refused with a message."""

from __future__ import annotations

import contextlib
import io
import stat
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import PackageError
from grader.package import archive
from grader.package.archive import (
    MAX_ARCHIVE,
    MAX_ENTRIES,
    PackageFiles,
    collect_files,
    read_archive,
    write_archive,
    write_folders,
)
from grader.package.digest import digest_of_source
from grader.package.files import MAX_FILE

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[3]
FILES = PackageFiles(
    "p", {"problem.yaml": b"name: x\n", "starter.py": b""}, {"accepted/canonical.py": "a = 'ü'\n".encode()}
)


def pack(*members: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as made:
        for name, content in members:
            made.writestr(name, content)
    return buffer.getvalue()


def special(mode: int, name: str = "problems/p/starter.py") -> bytes:
    member = zipfile.ZipInfo(name)
    member.external_attr = (mode | 0o777) << 16
    return pack((member, b"/etc/passwd"))


def patched(data: bytes, *places: tuple[bytes, int, bytes]) -> bytes:
    """Return an archive with bytes written at an offset from each signature."""
    changed = bytearray(data)
    for signature, offset, new in places:
        at = changed.index(signature) + offset
        changed[at : at + len(new)] = new
    return bytes(changed)


LOCAL, CENTRAL = b"PK\x03\x04", b"PK\x01\x02"
ONE = ("problems/p/starter.py", b"x" * 2**16)


@pytest.mark.parametrize("slug", ["jit_forward", "pytree_cache"])
def test_a_problem_comes_back_byte_for_byte(slug: str, tmp_path: Path) -> None:
    files = collect_files(ROOT / "problems" / slug, ROOT / "reference_solutions" / slug)
    data = write_archive(files)
    assert read_archive(data) == files
    written = write_folders(read_archive(data), tmp_path / "p", tmp_path / "r")
    assert len(written) == len(files.package) + len(files.references)
    assert write_archive(collect_files(tmp_path / "p" / slug, tmp_path / "r" / slug)) == data


def test_the_same_files_make_the_same_bytes_in_any_order() -> None:
    turned = PackageFiles("p", dict(list(FILES.package.items())[::-1]), FILES.references)
    assert write_archive(turned) == write_archive(FILES)


def test_archives_of_other_tools_are_read() -> None:
    members: list[tuple[str | zipfile.ZipInfo, bytes]] = list(FILES.by_path().items())
    folders: list[tuple[str | zipfile.ZipInfo, bytes]] = [("problems/", b""), ("problems/p/", b"")]
    assert read_archive(pack(*folders, *members)) == FILES
    assert read_archive(pack(*members[::-1], method=zipfile.ZIP_STORED)) == FILES


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "no zip": (lambda: b"not a zip", "not a readable zip file"),
    "half a zip": (lambda: pack(ONE)[:40], "not a readable zip file"),
    "empty": (pack, "it has no problem"),
    "a giant": (lambda: b"x" * (MAX_ARCHIVE + 1), f"more than the {MAX_ARCHIVE} allowed"),
    "a bomb": (lambda: pack(("problems/p/starter.py", b"\0" * 2**26)), f"more than the {MAX_FILE} bytes allowed"),
    "a bomb that claims to be small": (
        lambda: patched(pack(("problems/p/a.py", b"x" * 2**20)), (LOCAL, 22, b"\1\0\0\0"), (CENTRAL, 24, b"\1\0\0\0")),
        "Bad CRC-32",
    ),
    "many files": (lambda: pack(*((f"problems/p/f{n}.py", b"") for n in range(MAX_ENTRIES + 1))), "401 entries"),
    "a file that is upwards": (lambda: pack(("problems/p/../../../etc/cron.d/x", b"")), "can't be the path"),
    "a file that is upwards at once": (lambda: pack(("../problems/p/x.py", b"")), "outside a problem's folders"),
    "a slug that is upwards": (lambda: pack(("problems/../x.py", b"")), "outside a problem's folders"),
    "an absolute path": (lambda: pack(("/etc/passwd", b"")), "outside a problem's folders"),
    "a drive": (lambda: pack(("C:/problems/p/x.py", b"")), "outside a problem's folders"),
    "backslashes": (lambda: pack(("problems/p/a\\..\\..\\x.py", b"")), "can't be the path"),
    "a link upwards": (lambda: pack(("problems/p/../q/x.py", b"")), "can't be the path"),
    "a picture": (lambda: pack(("problems/p/tree.png", b"\xff\xfe")), "a problem has text files only"),
    "an empty segment": (lambda: pack(("problems/p//x.py", b"")), "can't be the path"),
    "a line break in a name": (lambda: pack(("problems/p/a\nb.py", b"")), "can't be the path"),
    "a name that is not ASCII": (lambda: pack(("problems/p/ü.py", b"")), "can't be the path"),
    "deep folders": (lambda: pack(("problems/p/" + "a/" * 60 + "x.py", b"")), "can't be the path"),
    "a symbolic link": (lambda: special(stat.S_IFLNK), "a link or a device"),
    "a symbolic link to a folder": (lambda: special(stat.S_IFLNK, "problems/p/"), "a link or a device"),
    "a device": (lambda: special(stat.S_IFCHR), "a link or a device"),
    "a pipe": (lambda: special(stat.S_IFIFO), "a link or a device"),
    "encrypted": (lambda: patched(pack(ONE), (LOCAL, 6, b"\1"), (CENTRAL, 8, b"\1")), "encrypted"),
    "compressed by bzip2": (lambda: pack(ONE, method=zipfile.ZIP_BZIP2), "compressed in an unusual way"),
    "damaged": (lambda: patched(pack(ONE), (LOCAL, 60, b"\xff\xff\xff")), "not a readable zip file"),
    "not UTF-8": (lambda: pack(("problems/p/lesson.md", b"a\n\xff\xfe")), "lesson.md:2: the file is not UTF-8"),
    "binary": (lambda: pack(("problems/p/lesson.md", b"a\0b")), "has a NUL"),
    "two problems": (lambda: pack(("problems/p/x.py", b""), ("problems/q/x.py", b"")), "several problems: p, q"),
    "capitals": (lambda: pack(("problems/p/x.py", b""), ("problems/p/X.py", b"")), "in it twice"),
}


@pytest.mark.parametrize(("make", "said"), REFUSED.values(), ids=REFUSED)
def test_what_could_do_harm_is_refused(make: Callable[[], bytes], said: str) -> None:
    with pytest.raises(PackageError) as caught:
        read_archive(make(), "p.zip")
    assert said in str(caught.value)
    assert str(caught.value).startswith("p.zip")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 600


def test_a_file_that_is_in_it_twice_is_refused() -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = pack(ONE, ONE)
    with pytest.raises(PackageError, match="in it twice"):
        read_archive(data)


def test_many_files_that_are_each_allowed_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_TOTAL", 3 * 2**16)
    files = [(f"problems/p/f{n}.py", b"x" * 2**16) for n in range(4)]
    assert len(read_archive(pack(*files[:3])).package) == 3
    with pytest.raises(PackageError, match="bytes allowed in all"):
        read_archive(pack(*files))


def test_what_systems_and_editors_leave_behind_is_left_out(tmp_path: Path) -> None:
    left = ("__MACOSX/problems/p/._x.py", "problems/p/.DS_Store", "problems/p/__pycache__/x.pyc", "problems/p/.git/a")
    members = [(path, data) for path, data in FILES.by_path().items()]
    assert read_archive(pack(*members, *((name, b"\xff") for name in left))) == FILES
    write_folders(FILES, tmp_path / "p", tmp_path / "r")
    folders = tmp_path / "p" / "p", tmp_path / "r" / "p"
    digest = digest_of_source(*folders)
    (folders[0] / ".starter.py.swp").write_bytes(b"\xff")
    (folders[0] / ".#starter.py").symlink_to("iris@host.1234")
    assert (collect_files(*folders), digest_of_source(*folders)) == (FILES, digest)


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "p").symlink_to("/nowhere")
    with pytest.raises(PackageError, match="exists already"):
        write_folders(FILES, tmp_path / "p", tmp_path / "r")
    assert not (tmp_path / "p").exists()


def test_of_what_can_not_be_written_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "r").touch()
    with pytest.raises(OSError, match="Not a directory"):
        write_folders(FILES, tmp_path / "p", tmp_path / "r")
    assert list((tmp_path / "p").iterdir()) == []


def test_links_and_giants_on_disk_are_not_packed(tmp_path: Path) -> None:
    write_folders(FILES, tmp_path / "p", tmp_path / "r")
    folders = tmp_path / "p" / "p", tmp_path / "r" / "p"
    (folders[1] / "__pycache__").mkdir()
    (folders[1] / "__pycache__" / "x.pyc").write_bytes(b"\xff")
    assert collect_files(*folders) == FILES
    (folders[0] / "lesson.md").write_bytes(b"x" * (MAX_FILE + 1))
    with pytest.raises(PackageError, match="bytes allowed"):
        collect_files(*folders)
    (folders[0] / "lesson.md").unlink()
    (folders[0] / "lesson.md").symlink_to("/etc/passwd")
    with pytest.raises(PackageError, match="this is a link"):
        collect_files(*folders)


@given(st.binary(max_size=300), st.integers(0, 2000), st.integers(0, 255))
def test_damage_is_refused_or_makes_no_difference(noise: bytes, place: int, value: int) -> None:
    data = bytearray(write_archive(FILES))
    data[place % len(data)] = value
    for damaged in (bytes(data), noise, bytes(data) + noise):
        with contextlib.suppress(PackageError):
            assert read_archive(damaged).by_path()
