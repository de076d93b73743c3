"""The commands of docs/backup.md and docs/restore-drill.md do what these pages say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.work.backup import make_backup

if TYPE_CHECKING:
    from app.kit.settings import Settings
    from app.services import Services

ROOT = Path(__file__).parents[3]


def test_the_documented_commands_do_it(services: Services, settings: Settings, tmp_path: Path) -> None:
    text = (ROOT / "docs" / "backup.md").read_text(encoding="utf-8")
    first, second = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    first = f'date() {{ command date -d 2030-01-31 "$@"; }}\n{first}'
    commands = [first, second.replace("jaxdojo serve", "")]
    environment = os.environ | {
        "JAXDOJO_DATA": str(settings.data),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    for command in commands:
        here = command.replace("/var/backups", str(tmp_path)).replace("/srv/jaxdojo", str(tmp_path / "srv"))
        done = subprocess.run(["sh", "-ec", here], env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "MiB" in done.stdout
    assert (tmp_path / "srv" / "jaxdojo.sqlite3").is_file()
    again = subprocess.run(
        ["sh", "-ec", first.replace("/var/backups", str(tmp_path))],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert again.returncode == 2
    assert "already exists" in again.stderr
    assert "Traceback" not in again.stderr


def test_the_commands_of_the_drill_do_it(services: Services, settings: Settings, tmp_path: Path) -> None:
    """Run each block of docs/restore-drill.md in turn, except for the server and the requests to it."""
    text = (ROOT / "docs" / "restore-drill.md").read_text(encoding="utf-8")
    blocks = [one for one in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) if not re.search(r"serve|curl", one)]
    make_backup(settings, tmp_path / "jaxdojo-2030-01-31.tar.gz")
    environment = os.environ | {
        "JAXDOJO_DATA": str(settings.data),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    assert len(blocks) == 4
    for block in blocks:
        here = block.replace("/var/backups", str(tmp_path)).replace("/srv/drill", str(tmp_path / "drill"))
        done = subprocess.run(["sh", "-ec", here], env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{block}{done.stderr}"
        assert (tmp_path / "drill" / "jaxdojo.sqlite3").is_file() is not block.startswith(("rm", "jaxdojo sending"))
    assert settings.data.is_dir()
