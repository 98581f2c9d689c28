"""Families of graphs: with and without directions, by type, and what both do alike."""
