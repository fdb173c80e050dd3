"""Computer players against each other: whole matches by seed, and the arena that compares them.

run               matches and their records: `simulate`
arena             duplicate deals: `run_arena`, and `run_arms` for several players in one chair
play              a hand or a match at one table, and its seed: `play_hand`, `play_match`, `match_seed`
players           players by name, one's own among them: `sit`
stats, bootstrap  what is counted, and how sure it is
pool, cluster     who shares the work: processes of this machine, or others
verify            a file of records checked
fast              thousands of tables at once (the extra `fast`)
"""
