"""Runs other projects' tests as submissions, in a sandbox and in an ordinary process, and compares the results."""
