"""Benchmarks. They print ratios measured in one run and assert nothing."""
