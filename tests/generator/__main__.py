"""`scripts/generate`: made-up invoices as NAME.pdf, with what a perfect reader reads from it as NAME.json."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.generator.registry import DEV, HELDBACK, draw, families


def main(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/generate", description=__doc__)
    parser.add_argument("--families", nargs="+", help="names, or all")
    parser.add_argument(
        "--heldback", action="store_true", help="the families that are held back, not those of development"
    )
    parser.add_argument("--count", type=int, default=1, help="of each family (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (default %(default)s)")
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")
    options = parser.parse_args(given)
    group = HELDBACK if options.heldback else DEV
    known = families(group)
    unknown = sorted(set(options.families or ()) - {"all"} - set(known))
    if unknown:
        parser.error(f"no family is called {', '.join(unknown)}. There are: {', '.join(known)}")
    named = options.families or ["all"]
    options.out.mkdir(parents=True, exist_ok=True)
    for family in known if "all" in named else named:
        for seed in range(options.seed, options.seed + options.count):
            write(family, seed, group, options.out)
    return 0


def write(family: str, seed: int, group: str, folder: Path) -> None:
    drawn = draw(family, seed, group)
    truth = drawn.truths[0] if len(drawn.truths) == 1 else list(drawn.truths)
    (folder / f"{family}-{seed}.pdf").write_bytes(drawn.pdf)
    (folder / f"{family}-{seed}.json").write_text(json.dumps(truth, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
