"""Tests of the batch engine; left out, by name, only where Numba is missing."""
