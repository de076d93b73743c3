# JAX Dojo as an image: `docker build --target cpu .` (the default) or `--target cuda`, and `--target backup` beside it.
#
# It needs what docs/deployment.md says of the sandbox: compose.yaml shows it. Base images are pinned by version; who
# wants them by digest puts `@sha256:...` of the image that they trust into the arguments.

ARG PYTHON_IMAGE=python:3.13.9-slim-bookworm
ARG POSTGRES_IMAGE=postgres:17.6-bookworm

# What `make dist` makes, installed with the locked requirements. Nothing of it but /opt/jaxdojo is kept.
FROM ${PYTHON_IMAGE} AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends bubblewrap gcc libc6-dev libseccomp2 make \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY requirements/full.txt requirements/full.txt
RUN python3 -m venv /opt/jaxdojo \
    && /opt/jaxdojo/bin/pip install --no-cache-dir --require-hashes -r requirements/full.txt
COPY . .
# With 1, as for a release, each problem must have been tried on each supported stack.
ARG STRICT_PROOFS=
RUN make dist
RUN /opt/jaxdojo/bin/pip install --no-cache-dir --no-deps dist/*.whl \
    && /opt/jaxdojo/bin/python -c "from jaxdojo.places import add_code; add_code(); from grader.sandbox.native import SOURCE, build_library; assert build_library(SOURCE.parent)"

FROM build AS build-cuda
RUN /opt/jaxdojo/bin/pip install --no-cache-dir \
    "jax[cuda13]==$(/opt/jaxdojo/bin/python -c 'from importlib.metadata import version; print(version("jax"))')"

# What backs up a database of PostgreSQL and the folders that belong to it: `--target backup`. Its tools must be as new as
# the database, so it is made from the database's own image.
FROM ${POSTGRES_IMAGE} AS backup
RUN install --directory --owner=10001 --group=10001 --mode=0700 /var/lib/jaxdojo-backups
COPY deploy/postgresql/backup.sh /usr/local/bin/backup.sh
# An earlier compose.yaml doesn't name it.
ENV JAXDOJO_BUNDLES_URL=/var/lib/jaxdojo-bundles
USER 10001:10001
ENTRYPOINT ["sh", "/usr/local/bin/backup.sh"]

# What runs: no compiler, no package manager of ours, an account of its own.
FROM ${PYTHON_IMAGE} AS base
RUN apt-get update \
    && apt-get install --yes --no-install-recommends bubblewrap libseccomp2 \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 10001 jaxdojo \
    && useradd --uid 10001 --gid 10001 --home-dir /var/lib/jaxdojo --shell /usr/sbin/nologin jaxdojo \
    && install --directory --owner=jaxdojo --group=jaxdojo --mode=0700 /var/lib/jaxdojo /var/lib/jaxdojo-bundles
ENV PATH=/opt/jaxdojo/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    JAXDOJO_DATA=/var/lib/jaxdojo \
    JAXDOJO_HOST=0.0.0.0 \
    JAXDOJO_LOG_FORMAT=json
USER 10001:10001
WORKDIR /var/lib/jaxdojo
VOLUME /var/lib/jaxdojo
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python3", "-c", "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ.get(\"HEALTH_PORT\", \"8000\")}/healthz', timeout=4)"]
ENTRYPOINT ["jaxdojo"]
CMD ["serve"]

FROM base AS cuda
COPY --from=build-cuda /opt/jaxdojo /opt/jaxdojo
ENV JAXDOJO_DEVICE=gpu

FROM base AS cpu
COPY --from=build /opt/jaxdojo /opt/jaxdojo
