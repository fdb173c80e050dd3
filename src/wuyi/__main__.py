"""`python -m wuyi` is `wuyi`."""

import sys

from wuyi.cli.main import main

sys.exit(main())
