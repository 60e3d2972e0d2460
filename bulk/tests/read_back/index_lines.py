"""Compares the lines of `tagrake index` with the output of cdxj-indexer.

    python index_lines.py --tagrake PATH FILE.warc.gz...

In the order of the records and sorted, of the default records and of all. The files must be without damage. The exit status
is 1 at the first difference.
"""

import argparse
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path

CDXJ_INDEXER = Path(sys.executable).with_name("cdxj-indexer")


def lines(command):
    """Returns the lines that a command prints."""
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.splitlines()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tagrake", required=True)
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    for options in [[], ["--sort"], ["--records", "all"]]:
        expected = lines([CDXJ_INDEXER, *options, *arguments.files])
        found = lines([arguments.tagrake, "index", "-q", *options, *arguments.files])
        for number, (want, got) in enumerate(zip_longest(expected, found), 1):
            if want != got:
                sys.exit(f"index {options}, line {number}: expected {want}, found {got}")
        print(f"index {' '.join(options)}: {len(found)} lines equal the output of cdxj-indexer")


if __name__ == "__main__":
    main()
