"""The background grader: a process that `jaxdojo grade` leaves behind, so that the next grade starts at once.

::

    jaxdojo grade ── client ──► socket in the user's runtime folder ──► server ── sandboxes
                                                                        ├── in `process`, which `client` started, or
                                                                        └── in `jaxdojo serve` of the same settings

`place` defines where the socket is and who may use it, `messages` what is sent. Sandboxes are started and ended as
everywhere else: only compiled programs and spares are kept from one grade to the next. See decision 47.
"""
