"""What the tests of several files in `deploy/` share."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from app.kit.settings import Settings

ROOT: Final = Path(__file__).resolve().parents[3]
DEPLOY: Final = ROOT / "deploy"
JSON = dict[str, Any]
OF_RUNNERS = {
    *("BUNDLES_URL", "CGROUPS", "DATA", "DATABASE_URL", "DEVICE", "HOST", "LOG_FORMAT", "LOG_LEVEL", "LOST_AFTER_S"),
    *("MAX_ATTEMPTS", "METRICS", "MINIMUM_TIER", "RUNNER", "RUNNER_FAILURES", "RUNNER_LABELS", "RUNNER_PORT"),
    *("SANDBOX_MEMORY_MB", "SANDBOX_OUTPUT_KIB", "SANDBOX_PACKAGES", "SANDBOX_THREADS", "SPARES", "STOP_GRACE_S"),
    *("TELEMETRY", "WORKERS"),
}
"""The settings, without their prefix, that a runner may have in the shipped files. None is a secret of servers."""
MARGIN_S = 15.0
"""The maximum time of a stop beyond its grace period, in seconds, as docs/scaling.md says."""
GRACE_S: float = Settings.model_fields["stop_grace_s"].default
