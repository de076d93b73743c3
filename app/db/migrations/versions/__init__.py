"""The steps, each in a file that is named by its number.

From 0024 on each has the number after the one before it, and says in `downgrade` how it is undone. Those before were
written side by side: their order is that of `down_revision`, and it stays, because databases know them by their
numbers.
CHANGELOG.md names each step under "Tables", and whether it keeps a way back; a test holds it to that.
"""
