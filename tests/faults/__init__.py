"""Servers are killed under load, and what they acknowledged is looked for after (make test-faults)."""
