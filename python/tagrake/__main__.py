"""The command tagrake, as `python -m tagrake`."""

import signal
import sys

from tagrake._native import command


def main() -> int:
    """Does what the arguments of this process say, and returns the exit status."""
    # An interrupt ends the command as it ends others: Python would wait until it is done.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return command(["tagrake", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
