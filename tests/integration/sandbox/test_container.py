"""The sandbox works in a container with the Docker filter in `deploy/docker/seccomp.json`."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyseccomp
import pytest

ROOT = Path(__file__).resolve().parents[3]
PROFILE = ROOT / "deploy" / "docker" / "seccomp.json"
WALLS = """
import json, sys, tempfile
from pathlib import Path
import pyseccomp as library

profile = json.loads(Path(sys.argv[1]).read_text()) if len(sys.argv) > 1 else None
if profile is not None:
    rules = library.SyscallFilter(library.ERRNO(profile["defaultErrnoRet"]))
    for group in profile["syscalls"]:
        allowed = group["action"] == "SCMP_ACT_ALLOW"
        action = library.ALLOW if allowed else library.ERRNO(group["errnoRet"])
        conditions = [library.Arg(one["index"], library.NE, one["value"]) for one in group.get("args", [])]
        for name in group["names"]:
            try:
                number = library.resolve_syscall(library.Arch.NATIVE, name)
            except (OSError, ValueError):
                continue
            if number >= 0:
                rules.add_rule(action, number, *conditions)
    rules.load()

from grader.sandbox import doctor
from grader.settings import GraderSettings

rows = doctor.run(GraderSettings())
print(json.dumps({"tier": doctor.tier(rows), "stands": {row.wall: row.stands for row in rows}}))
"""
NEEDED = {"clone", "mount", "pivot_root", "seccomp", "setns", "sethostname", "umount2", "unshare"}
NEEDED |= {"landlock_add_rule", "landlock_create_ruleset", "landlock_restrict_self", "pidfd_open"}
REFUSED = {"add_key", "bpf", "finit_module", "fsopen", "init_module", "io_uring_setup", "kexec_load", "keyctl"}
REFUSED |= {"mount_setattr", "move_mount", "open_by_handle_at", "perf_event_open", "process_vm_writev", "ptrace"}
REFUSED |= {"quotactl", "reboot", "request_key", "settimeofday", "swapon", "syslog", "userfaultfd"}


def find_walls(*profile: str) -> dict[str, Any]:
    """Return the doctor's findings on this machine, from a separate process."""
    done = subprocess.run(
        [sys.executable, "-c", WALLS, *profile], cwd=ROOT, capture_output=True, text=True, check=False, timeout=250
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.sandbox
@pytest.mark.timeout(600)
def test_each_wall_stands_under_the_profile() -> None:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    within = find_walls(str(PROFILE))
    assert within["tier"] != "none", within
    assert within == find_walls()


def test_profile_allows_what_is_needed_and_little_else() -> None:
    profile = json.loads(PROFILE.read_text(encoding="utf-8"))
    assert profile["defaultAction"] == "SCMP_ACT_ERRNO"
    names = [name for group in profile["syscalls"] for name in group["names"]]
    assert len(set(names)) == len(names)
    allowed = {name for group in profile["syscalls"] if group["action"] == "SCMP_ACT_ALLOW" for name in group["names"]}
    assert allowed >= NEEDED
    assert not allowed & REFUSED
    assert "clone3" not in allowed, "its flags can't be seen by a filter"
    native = [name for name in names if pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name) >= 0]
    assert len(native) > len(names) * 0.8, "names that libseccomp has never heard of are slips"
