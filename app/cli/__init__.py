"""The command `jaxdojo`, a module for each group of commands."""
