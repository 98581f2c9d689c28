"""``python -m nzdd``."""

import sys

from nzdd.adapters.cli import main

if __name__ == "__main__":
    sys.exit(main())
