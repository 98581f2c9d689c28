"""Bridges to solvers, file formats and tools; one outside thing a module."""
