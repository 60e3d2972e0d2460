"""Runs the command tagrake, as `python -m tagrake`."""

import signal
import sys

from tagrake._native import command


def main() -> int:
    """Runs the command with the arguments of this process, and returns its exit status."""
    # By default, Python handles an interrupt only after the command returns. This ends the process at once.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return command(["tagrake", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
