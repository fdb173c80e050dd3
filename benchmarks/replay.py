"""What a replay costs the server: a file of a match read, a hand verified, its film made and packed.

PYTHONPATH=src python benchmarks/replay.py
"""

import gzip
import statistics
import time
from typing import Final

from wuyi.engine.record import encode
from wuyi.rules import Ruleset
from wuyi.server.community.replays import playback, read_file
from wuyi.simulate.play import match_seed, play_match

MATCHES = 4
HANDS: Final = 8


def main() -> None:
    took: list[float] = []
    sizes: list[int] = []
    packed: list[int] = []
    for number in range(1, MATCHES + 1):
        match = play_match(Ruleset(hands=HANDS), match_seed(1, number), ("greedy",) * 4, "m")
        file = b"\n".join([encode(record) for record in match])
        for hand in range(HANDS):
            start = time.process_time()
            record, _ = read_file(file, hand)
            film = playback(record, None)
            small = gzip.compress(film, 5)
            took.append(time.process_time() - start)
            sizes.append(len(film))
            packed.append(len(small))
    time_a_hand = [1000 * statistics.median(took), 1000 * max(took)]
    kilobytes = [statistics.median(sizes) / 1024, statistics.median(packed) / 1024, max(packed) / 1024]
    print(f"{len(took)} hands, each from a file of {HANDS}, all four hands shown")
    print("processor time a hand: median {:.0f} ms, longest {:.0f} ms".format(*time_a_hand))
    print("size: median {:.0f} KB; packed, median {:.1f} KB, largest {:.1f} KB".format(*kilobytes))


if __name__ == "__main__":
    main()
