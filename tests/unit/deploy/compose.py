"""A strict schema for the parts of the Compose format in compose.yaml: an unknown key is a typo, or must be added."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Duration = Annotated[str, StringConstraints(pattern=r"^\d+(ms|s|m|h)$")]
Size = Annotated[str, StringConstraints(pattern=r"^\d+[kmg]$")]
Volume = Annotated[str, StringConstraints(pattern=r"^(\./[\w/.-]+|[a-z]+):/[\w/.-]+(:ro)?$")]
Port = Annotated[str, StringConstraints(pattern=r"^127\.0\.0\.1:\d+:\d+$")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Build(_Strict):
    context: Literal["."]
    target: str


class Condition(_Strict):
    condition: Literal["service_started", "service_healthy", "service_completed_successfully"]


class HealthCheck(_Strict):
    test: list[str] = Field(min_length=2)
    interval: Duration
    timeout: Duration
    retries: int


class Service(_Strict):
    image: Annotated[str, StringConstraints(pattern=r"^[a-z/]+:[\w.-]+$")]
    build: Build | None = None
    restart: Literal["no", "unless-stopped", "always", "on-failure"]
    read_only: bool = False
    cap_drop: list[str] = []
    security_opt: list[str] = []
    tmpfs: list[str] = []
    volumes: list[Volume] = []
    networks: list[str] = []
    ports: list[Port] = []
    profiles: list[str] = []
    command: list[str] = []
    environment: dict[str, str]
    depends_on: dict[str, Condition] = {}
    healthcheck: HealthCheck | None = None
    mem_limit: Size | None = None
    pids_limit: int | None = None
    stop_grace_period: Duration | None = None


class Network(_Strict):
    internal: bool = False


class Compose(BaseModel):
    """The whole file. Top-level keys that begin with `x-` are for its anchors."""

    model_config = ConfigDict(extra="allow", strict=True)

    name: Literal["jaxdojo"]
    services: dict[str, Service]
    networks: dict[str, Network | None]
    volumes: dict[str, None]

    @property
    def strangers(self) -> list[str]:
        """The top-level keys that Compose would refuse."""
        return [key for key in self.model_extra or {} if not key.startswith("x-")]
