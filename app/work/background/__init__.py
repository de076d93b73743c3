"""The background grader: a process that `jaxdojo grade` leaves behind, so that the next grade starts at once.

::

    jaxdojo grade ── client ──► socket in the user's runtime folder ──► server ── sandboxes
                                                                        ├── in `process`, which `client` started, or
                                                                        └── in `jaxdojo serve` of the same settings

`place` says where the socket is and who may use it, `messages` what is sent. Sandboxes are made and ended as
everywhere else: nothing of one grade is left for the next but compiled programs and spares. See decision 47.
"""
