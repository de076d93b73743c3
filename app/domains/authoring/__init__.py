"""Authoring: working copies of problems, checked and published from the browser and over HTTP."""
