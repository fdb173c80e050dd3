"""Drills made from real records: which tile to throw, and how many fan a hand is (docs/drills.md)."""
