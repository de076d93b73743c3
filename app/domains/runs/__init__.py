"""Temporary runs: guests' runs of a problem's samples, and programs that belong to no problem."""
