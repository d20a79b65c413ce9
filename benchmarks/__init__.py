"""Benchmarks: `make bench` prints one table and writes benchmarks/latest.json."""
