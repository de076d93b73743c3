"""The service: accounts, problems, submissions, queue, runner, web pages and command line. Never imports jax."""
