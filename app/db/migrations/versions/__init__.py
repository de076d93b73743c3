"""The migrations, each in a file whose name starts with its number.

From 0024 on, the numbers are consecutive, and each migration can be undone by its `downgrade`. Earlier ones were
written in parallel: their order is that of `down_revision`, and it can't change, because databases store the numbers.
docs/upgrading.md lists each migration under "Tables", and says whether it can be undone; a test checks that.
"""
