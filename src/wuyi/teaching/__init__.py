"""What explains the rules: an example or more for every numbered rule, and the scenes of a first lesson.

Examples are hands and deals made by hand. What they show is never written down: legality, waits, readings,
fan, payments and reasons are asked of hand, scoring and engine each time.
"""
