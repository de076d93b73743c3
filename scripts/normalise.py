"""Make a release's files depend only on its source: `python scripts/normalise.py SECONDS FILE...`.

Archives record when their files were written, by whom, and with which permissions. This rewrites wheels and source
distributions with the time SECONDS (since 1970, as in SOURCE_DATE_EPOCH), no owner, and one of two permissions.
Standard library only.
"""

from __future__ import annotations

import gzip
import sys
import tarfile
import time
import zipfile
from pathlib import Path
from typing import Final

EARLIEST: Final = 315532800
"""The beginning of 1980 in seconds: zip files can't store an earlier time."""
PROGRAM: Final = 0o755
DATA: Final = 0o644


def normalise_wheel(path: Path, seconds: int) -> None:
    """Rewrite a wheel, keeping the order of its files."""
    moment = time.gmtime(max(seconds, EARLIEST))[:6]
    new = path.with_suffix(".new")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for entry in old.infolist():
            runs = entry.external_attr >> 16 & 0o111
            plain = zipfile.ZipInfo(entry.filename, (moment[0], *moment[1:]))
            plain.external_attr = (0o100000 | (PROGRAM if runs else DATA)) << 16
            plain.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(plain, old.read(entry))
    new.replace(path)


def normalise_source(path: Path, seconds: int) -> None:
    """Rewrite a source distribution, with its files in alphabetical order."""
    new = path.with_suffix(".new")
    with (
        tarfile.open(path) as old,
        new.open("wb") as stream,
        gzip.GzipFile("", "wb", compresslevel=9, fileobj=stream, mtime=seconds) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as made,
    ):
        for entry in sorted(old.getmembers(), key=lambda one: one.name):
            plain = tarfile.TarInfo(entry.name)
            plain.type, plain.linkname, plain.mtime, plain.size = entry.type, entry.linkname, seconds, entry.size
            plain.mode = PROGRAM if entry.isdir() or entry.mode & 0o111 else DATA
            made.addfile(plain, old.extractfile(entry) if entry.isfile() else None)
    new.replace(path)


def main() -> int:
    """Rewrite the named files; return the exit status."""
    if len(sys.argv) < 3 or not sys.argv[1].isdecimal():  # noqa: PLR2004 (the program, the time, a file)
        print("usage: normalise.py SECONDS FILE...", file=sys.stderr)
        return 2
    for name in sys.argv[2:]:
        (normalise_wheel if name.endswith(".whl") else normalise_source)(Path(name), int(sys.argv[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
