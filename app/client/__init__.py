"""A client of a remote server, for the commands. It is independent of the service's code."""
