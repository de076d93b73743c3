"""`deploy/systemd`: systemd takes the units, and they forbid what they can and nothing that is needed."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from pydantic import ValidationError

from app.kit.settings import Settings
from tests.unit.deploy.shared import DEPLOY, GRACE_S, MARGIN_S, ROOT

BACKUP = "jaxdojo-backup.service"


@pytest.mark.parametrize("unit", ["jaxdojo.service", "jaxdojo-server.service", "jaxdojo-runner@.service", BACKUP])
def test_units_are_what_systemd_takes(unit: str, tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("there is no systemd-analyze here: install the package `systemd`")
    text = (DEPLOY / "systemd" / unit).read_text(encoding="utf-8")
    copy = tmp_path / unit.replace("@.", "@1.")
    copy.write_text(text.replace("/opt/jaxdojo/bin/jaxdojo", shutil.which("true") or ""), encoding="utf-8")
    done = subprocess.run(
        [analyze, "verify", "--man=no", str(copy)], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_backups_are_made_of_the_service_each_day_and_kept_for_a_while() -> None:
    told, service = read_unit(BACKUP), read_unit("jaxdojo.service")
    for key in ("User", "Group", "EnvironmentFile", "WorkingDirectory"):
        assert told[key] == service[key], key
    assert {*told["Environment"]} < {*service["Environment"]}
    assert read_unit("jaxdojo-backup.timer")["OnCalendar"] == ["daily"]
    changed = read_unit("backup-postgresql.conf")
    [days] = [one.partition("=")[2] for one in changed["Environment"] if one.startswith("BACKUP_DAYS=")]
    assert f"-mtime +{days} -delete" in (DEPLOY / "systemd" / BACKUP).read_text(encoding="utf-8")
    guide = (ROOT / "docs" / "postgresql.md").read_text(encoding="utf-8")
    assert f"backup.sh {changed['ExecStart'][0]}\n" in guide
    assert f"/etc/systemd/system/{BACKUP}.d/" in guide


def test_what_a_backup_leaves_that_was_cut_off_goes_after_a_day(tmp_path: Path) -> None:
    for name, hours in ((".jaxdojo-backup-a", 30), (".jaxdojo-backup-b", 3), ("jaxdojo-2020-01-01T000000.tar.gz", 30)):
        (tmp_path / name).mkdir()
        subprocess.run(["touch", f"--date={hours} hours ago", tmp_path / name], check=True)
    unit = (DEPLOY / "systemd" / BACKUP).read_text(encoding="utf-8")
    [command] = re.findall(r"^ExecStartPre=(.*)$", unit, re.MULTILINE)
    subprocess.run(shlex.split(command.replace("/var/backups/jaxdojo", str(tmp_path))), check=True)
    assert {one.name for one in tmp_path.iterdir()} == {".jaxdojo-backup-b", "jaxdojo-2020-01-01T000000.tar.gz"}
    assert 'prefix=".jaxdojo-backup-"' in (ROOT / "app" / "work" / "backup.py").read_text(encoding="utf-8")


def test_runner_unit_shares_nothing_with_the_server() -> None:
    def read(unit: str, key: str) -> set[str]:
        text = (DEPLOY / "systemd" / unit).read_text(encoding="utf-8")
        return set(re.findall(rf"^{key}=-?(.+)$", text, re.MULTILINE))

    for key in ("User", "Group", "StateDirectory", "WorkingDirectory", "EnvironmentFile"):
        assert not read("jaxdojo.service", key) & read("jaxdojo-runner@.service", key), key
    assert read("jaxdojo-runner@.service", "IPAddressDeny") == {"any"}
    [hidden] = read("jaxdojo-runner@.service", "InaccessiblePaths")
    server = read("jaxdojo.service", "EnvironmentFile") | {
        f"/var/lib/{name}" for name in read("jaxdojo.service", "StateDirectory")
    }
    assert server == {path.removeprefix("-") for path in hidden.split()}


def test_each_of_nine_runners_has_a_port() -> None:
    """A tenth would have port 81010, so the unit and docs/deployment.md ask for another one."""
    [told] = [one for one in read_unit("jaxdojo-runner@.service")["Environment"] if "RUNNER_PORT=" in one]
    value = told.partition("=")[2]
    assert [Settings(runner_port=int(value.replace("%i", str(one)))).runner_port for one in range(1, 10)]
    with pytest.raises(ValidationError):
        Settings(runner_port=int(value.replace("%i", "10")))


@pytest.mark.parametrize(("who", "unit"), [(None, "jaxdojo.service"), ("jaxdojo-runner", "jaxdojo-runner@.service")])
def test_commands_run_as_the_units_do(tmp_path: Path, who: str | None, unit: str) -> None:
    """With the same user, folder and settings; otherwise a command works on an installation of its own."""
    stand_in = tmp_path / "systemd-run"
    stand_in.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n', encoding="utf-8")
    stand_in.chmod(0o755)
    script = ["sh", str(DEPLOY / "systemd" / "jaxdojo-as-service"), "user", "add", "a b"]
    search = {"PATH": f"{tmp_path}:{os.environ['PATH']}"} | ({} if who is None else {"RUN_AS": who})
    done = subprocess.run(script, env=search, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
    words = done.stdout.splitlines()
    assert words[-3:] == ["user", "add", "a b"]
    assert {"--pipe", "--wait", "--collect"} < set(words)
    told = read_unit(unit)
    assert [words[-4]] == told["ExecStart"][:1]
    [data] = [one for one in told["Environment"] if one.startswith("JAXDOJO_DATA=")]
    named = {f"--uid={told['User'][0]}", f"--gid={told['Group'][0]}", f"--setenv={data}"}
    named |= {f"--working-directory={told['WorkingDirectory'][0]}"}
    file = told["EnvironmentFile"][0].removeprefix("-")
    named |= {f"--property=EnvironmentFile=-{file}"}
    named |= {f"--property={name}={told[name][0]}" for name in ("UMask", "Delegate")}
    assert named < set(words)


def test_files_of_settings_are_roots_before_they_hold_a_password_and_no_shell_reads_them() -> None:
    """What systemd takes as a setting, such as an address with `&`, isn't what a shell makes of the line."""
    text = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
    for name in re.findall(r"^cat >> (/etc/\S+\.env)", text, re.MULTILINE):
        before = text.partition(f"cat >> {name}")[0]
        assert f"touch {name}\nchmod 0600 {name}\n" in before, name
    assert not re.search(r"(\.|source) /etc/\S+\.env", text)


def test_runners_on_one_machine_share_its_cores() -> None:
    """By default, each grades as many submissions at once as there are cores."""
    text = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
    [settings] = re.findall(r"^cat >> /etc/jaxdojo-runner.env <<'END'\n(.*?)^END$", text, re.MULTILINE | re.DOTALL)
    assert re.search(r"^JAXDOJO_WORKERS=\d+$", settings, re.MULTILINE)


def test_what_makes_a_file_of_settings_keeps_one_that_is_there(tmp_path: Path) -> None:
    """Whoever upgrades runs the commands again."""
    text = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
    made = re.findall(r"^(?!cat).* (/etc/\S+\.env)$", text, re.MULTILINE)
    assert {*made} == {"/etc/jaxdojo.env", "/etc/jaxdojo-runner.env"}
    for name in {*made}:
        kept = tmp_path / Path(name).name
        kept.write_text("JAXDOJO_WORKERS=3\n", encoding="utf-8")
        for line in re.findall(rf"^(?!cat).* {name}$", text, re.MULTILINE):
            subprocess.run(["sh", "-ec", line.replace("/etc", str(tmp_path))], check=True)
        assert kept.read_text(encoding="utf-8") == "JAXDOJO_WORKERS=3\n"
        assert kept.stat().st_mode & 0o777 == 0o600


def read_unit(unit: str) -> dict[str, list[str]]:
    """Return the words of each option in a unit, of all its lines together."""
    told: dict[str, list[str]] = {}
    for line in (DEPLOY / "systemd" / unit).read_text(encoding="utf-8").splitlines():
        if "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            told.setdefault(name, []).extend(value.split())
    return told


OF_SANDBOXES = ["jaxdojo.service", "jaxdojo-runner@.service"]
UNITS = [*OF_SANDBOXES, "jaxdojo-server.service"]
CALLS_OF_SANDBOXES = {
    *("@system-service", "@mount", "sethostname", "seccomp"),
    *("landlock_add_rule", "landlock_create_ruleset", "landlock_restrict_self"),
}
"""The calls that a unit must allow which starts sandboxes. @system-service has unshare and setns."""


@pytest.mark.parametrize("unit", OF_SANDBOXES)
def test_units_forbid_nothing_that_the_sandbox_needs(unit: str) -> None:
    told = read_unit(unit)
    assert told["NoNewPrivileges"] == ["yes"]
    assert told["CapabilityBoundingSet"] == []
    assert told["Delegate"] == ["yes"]
    fatal = {"RestrictNamespaces", "ProtectKernelTunables", "ProtectKernelLogs", "ProcSubset"}
    fatal |= {"ProtectHostname", "MemoryDenyWriteExecute", "ProtectControlGroups"}
    assert not fatal & told.keys()
    assert set(told["SystemCallFilter"]) == CALLS_OF_SANDBOXES
    assert told["SystemCallErrorNumber"] == ["EPERM"], "a program may ask for a call that isn't there"
    assert "AF_NETLINK" in told["RestrictAddressFamilies"]


def test_the_servers_unit_allows_nothing_for_sandboxes() -> None:
    told = read_unit("jaxdojo-server.service")
    assert told["SystemCallFilter"] == ["@system-service", "~@privileged"]
    assert told["RestrictNamespaces"] == ["yes"]
    assert "AF_NETLINK" not in told["RestrictAddressFamilies"]
    assert "Delegate" not in told
    assert "JAXDOJO_RUNNER=separate" in told["Environment"]
    assert told["Conflicts"] == ["jaxdojo.service"]


HARDENING = {
    *("LockPersonality", "MemoryDenyWriteExecute", "NoNewPrivileges", "PrivateDevices", "PrivateNetwork", "PrivateTmp"),
    *("PrivateMounts", "PrivateUsers", "ProcSubset", "ProtectClock", "ProtectControlGroups", "ProtectHome"),
    *("ProtectHostname", "ProtectKernelLogs", "ProtectKernelModules", "ProtectKernelTunables", "ProtectProc"),
    *("ProtectSystem", "RestrictAddressFamilies", "RestrictNamespaces", "RestrictRealtime", "RestrictSUIDSGID"),
    *("RemoveIPC", "SystemCallArchitectures", "SystemCallFilter", "CapabilityBoundingSet", "KeyringMode", "UMask"),
    "IPAddressDeny",
}
"""The options that `systemd-analyze security` recommends and that an ordinary user's service can have."""


@pytest.mark.parametrize("unit", UNITS)
def test_units_have_each_hardening_or_say_why_not(unit: str) -> None:
    explained = "jaxdojo.service" if unit in OF_SANDBOXES else unit
    text = (DEPLOY / "systemd" / explained).read_text(encoding="utf-8")
    remarks = " ".join(line for line in text.splitlines() if line.startswith(("# - ", "# Left out")))
    left_out = set(re.findall(r"\w+", remarks))
    chosen = HARDENING & read_unit(unit).keys()
    assert HARDENING - chosen - left_out == set()
    assert not chosen & left_out


@pytest.mark.parametrize(("unit", "worst"), [*((unit, 3.0) for unit in OF_SANDBOXES), ("jaxdojo-server.service", 1.5)])
def test_systemd_finds_little_exposure(unit: str, worst: float) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze isn't installed here, so nothing counts the exposure")
    command = ["systemd-analyze", "security", "--no-pager", "--offline=true", f"--threshold={round(worst * 10)}"]
    command.append(str(DEPLOY / "systemd" / unit))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "unrecognized option" in done.stderr:
        pytest.skip("this systemd-analyze is older than 250 and can't look at files")
    assert done.returncode == 0, done.stdout + done.stderr


def _read_unit(unit: str) -> tuple[float, float]:
    text = (DEPLOY / "systemd" / unit).read_text(encoding="utf-8")
    told = re.search(r"^TimeoutStopSec=(\d+)$", text, re.MULTILINE)
    grace = re.search(r"^Environment=JAXDOJO_STOP_GRACE_S=(\d+)$", text, re.MULTILINE)
    assert told is not None
    return float(told[1]), float(grace[1]) if grace is not None else GRACE_S


@pytest.mark.parametrize("unit", ["jaxdojo.service", "jaxdojo-server.service", "jaxdojo-runner@.service"])
def test_systemd_waits_for_a_stop(unit: str) -> None:
    waits, grace = _read_unit(unit)
    assert waits >= grace + MARGIN_S
