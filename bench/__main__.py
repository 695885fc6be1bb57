"""`make bench`: every benchmark, one table each. `make bench ARGS="web --quick"`: one of them, sooner."""

import argparse

from bench import web

BENCHMARKS = {"web": web.main}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=", ".join(BENCHMARKS))
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if unknown := set(options.names) - set(BENCHMARKS):
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}")
    for name in options.names or BENCHMARKS:
        BENCHMARKS[name](quick=options.quick, as_json=options.json)


main()
