"""Computer players against each other: whole matches by seed, and the arena that compares them."""
