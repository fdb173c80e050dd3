"""What it costs to begin: processor time of imports, each in a Python of its own.

Bar: `import wuyi` under 50 ms.
"""

import statistics
import subprocess
import sys
from typing import Final

ROUNDS: Final = 9
CODE: Final = "import time; a = time.process_time(); {}; print((time.process_time() - a) * 1000)"
BEGINNINGS: Final = {
    "import wuyi": "import wuyi",
    "the judge and its tables": "from wuyi import judge; import wuyi.hand.tables",
    "a match": "from wuyi import Match, legal_actions",
}


def milliseconds(code: str) -> float:
    """Processor time of `code` in a fresh Python."""
    command = [sys.executable, "-c", CODE.format(code)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


if __name__ == "__main__":
    for title, code in BEGINNINGS.items():
        times = sorted(milliseconds(code) for _ in range(ROUNDS))
        print(
            f"{title}: {statistics.median(times):.1f} ms ({times[0]:.1f} to {times[-1]:.1f} in {ROUNDS} runs)"
        )
