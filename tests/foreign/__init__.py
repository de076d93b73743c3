"""Runs other projects' tests as submissions, inside a sandbox and in an ordinary process, and compares test by test."""
