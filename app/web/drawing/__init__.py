"""Turns data into parts of pages: verdicts, timelines, maps, texts."""
