"""`make bench`: every benchmark, one table each. `make bench ARGS="web --quick"`: one of them, sooner."""

import argparse
import subprocess
import sys

from bench import api, exports, games, ledger, pools, screen, tables, web

BENCHMARKS = {
    "web": web.main,
    "ledger": ledger.main,
    "games": games.main,
    "tables": tables.main,
    "pools": pools.main,
    "api": api.main,
    "exports": exports.main,
    "screen": screen.main,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=", ".join(BENCHMARKS))
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if unknown := set(options.names) - set(BENCHMARKS):
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}")
    names = options.names or list(BENCHMARKS)
    if len(names) == 1:
        BENCHMARKS[names[0]](quick=options.quick, as_json=options.json)
        return
    flags = [flag for flag, wanted in (("--quick", options.quick), ("--json", options.json)) if wanted]
    for name in names:  # each in its own process: each sets up Django, and that can be done only once
        subprocess.run([sys.executable, "-m", "bench", name, *flags], check=True)


if __name__ == "__main__":  # processes that a benchmark starts load this file too
    main()
