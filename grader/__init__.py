"""The grader: publishes problems as bundles and grades submissions in sandboxes. Knows nothing of the service."""
