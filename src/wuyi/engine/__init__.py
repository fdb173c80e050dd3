"""The table: wall and luck, actions and events, the state, what is legal, views, records, matches."""
