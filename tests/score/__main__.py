"""`scripts/score`: how well the engine reads invoices it was not made for.

Sets: corpus (real invoices in the folder that FAKTURO_CORPUS names, attached XML ignored), dev (made-up families to
develop against), heldback (families nobody tunes to), prints (web pages, printed by Chromium), papers (real invoices of
many layouts in the folder that FAKTURO_PAPERS names; their layouts are told apart as `dev`, to be looked at, and
`held`, of which nothing but sums is printed). With --taught, second sight instead: each vendor's first paper is taught
from its truth, and the others are read. The last line is one JSON object with each set's key figures.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from tests.generator.registry import DEV, HELDBACK, families
from tests.score.cases import Case, generated
from tests.score.corpus import corpus_cases
from tests.score.forgetful import forget
from tests.score.known import write_known
from tests.score.paper_report import paper_figures, paper_report, paper_shown
from tests.score.papers import DEV as LOOKED_AT
from tests.score.papers import PARTS, Result, is_picture, judge_paper, paper_cases, part_of
from tests.score.prints import printed_cases
from tests.score.readings import (
    RECOGNISERS,
    Reader,
    Reading,
    no_engine_reason,
    read_from_folder,
    read_with_engine,
    read_with_folds,
)
from tests.score.report import set_report, wrong_list
from tests.score.scanned import scanned_cases
from tests.score.tally import Judged, figures, judge_case
from tests.score.taught import print_taught
from tests.support.chromium import CHROMIUM

SETS = ("corpus", "dev", "heldback", "prints", "papers")
KEY_FIGURES = (
    "documents",
    "exact",
    "items_right",
    "items_scored",
    "accepted",
    "wrong_accepted",
    "needless_reviews",
    "failures",
    "seconds",
)


def arguments(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/score", description=__doc__)
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS)
    parser.add_argument("--families", nargs="+", default=(), help="only these; not for the corpus")
    parser.add_argument("--count", type=int, default=5, help="invoices of each family (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the first of their seeds (default %(default)s)")
    parser.add_argument("--forget", type=int, default=0, metavar="PERCENT", help="of the engine's words first")
    parser.add_argument("--results", type=Path, help="score ready NAME.json files instead of running the engine")
    parser.add_argument("--ocr", nargs="?", const="built-in", choices=RECOGNISERS, help="score scans, too (built-in)")
    parser.add_argument("--scanned", metavar="SEED", help="papers: only those with text, as scans of them; with --ocr")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default %(default)s)")
    parser.add_argument("--list-wrong", action="store_true", help="expected and got for each wrong field")
    parser.add_argument("--field", default="", help="list only wrong fields whose name contains this")
    parser.add_argument("--part", choices=PARTS, help="papers: only this part of the layouts")
    parser.add_argument("--folds", type=Path, help="papers: with weights that have not seen a layout (scripts/train)")
    parser.add_argument("--write", action="store_true", help="papers: keep the results for tests/golden/test_papers.py")
    parser.add_argument("--show", nargs="+", default=(), metavar="ID", help="papers: what went wrong on these")
    parser.add_argument(
        "--taught", action="store_true", help="second sight: teach each vendor's first paper, read the others"
    )
    parser.add_argument("--json", action="store_true", help="all figures as JSON instead of text")
    return parser.parse_args(given)


def main(given: Sequence[str]) -> int:
    options = arguments(given)
    reason = None if options.results else no_engine_reason()
    if reason:
        sys.stderr.write(f"{reason}\n")
        return 2
    if options.taught:
        print_taught(options.count, options.seed, options.families, options.jobs, list_wrong=options.list_wrong)
        return 0
    read = read_from_folder(options.results) if options.results else partial(read_with_engine, ocr=options.ocr)
    scored: dict[str, list[Judged]] = {}
    for name in options.sets:
        if name != "papers" and (cases := list(_cases(name, options))):
            scored[name] = _judge(cases, read, options)
    _print(scored, options)
    if "papers" in options.sets:
        folds = partial(read_with_folds, folder=options.folds, ocr=options.ocr) if options.folds else read
        results = _papers(folds, options)
        _print_papers(results, options)
        if options.write:
            write_known(results)
    return 0


def _papers(read: Reader, options: argparse.Namespace) -> list[Result]:
    folder = os.environ.get("FAKTURO_PAPERS", "")
    if not folder or not Path(folder).is_dir():
        _say("papers skipped: FAKTURO_PAPERS names no folder.")
        return []
    parts = (options.part,) if options.part else PARTS
    cases = [case for case in paper_cases(Path(folder), parts) if not options.show or case.name in options.show]
    if options.scanned:
        cases = list(scanned_cases((case for case in cases if not is_picture(case)), options.scanned))
    readable = [case for case in cases if options.ocr or options.results or not is_picture(case)]
    if len(readable) < len(cases):
        _say(f"papers: {len(cases) - len(readable)} scans skipped; --ocr reads them, too.")
    return [judge_paper(*read) for read in zip(readable, _readings(readable, read, options), strict=True)]


def _print_papers(results: list[Result], options: argparse.Namespace) -> None:
    for line in () if options.json else _paper_lines(results, options):
        print(line)  # noqa: T201
    print(json.dumps({"papers": paper_figures(results)}))  # noqa: T201


def _paper_lines(results: list[Result], options: argparse.Namespace) -> Iterator[str]:
    if not (options.show or options.list_wrong):
        yield from paper_report(results)
        return
    for one in results:
        if part_of(one.layout) == LOOKED_AT and (options.show or one.wrong_like(options.field)):
            yield from paper_shown(one)


def _cases(name: str, options: argparse.Namespace) -> Iterator[Case]:
    skipped = 0
    for case in _source(name, options):
        if case.is_scan and not (options.ocr or options.results):
            skipped += 1
            continue
        yield case
    if skipped:
        _say(f"{name}: {skipped} scans skipped; --ocr reads them, too.")


def _source(name: str, options: argparse.Namespace) -> Iterator[Case]:
    if name == "corpus":
        return _corpus()
    return _prints(options) if name == "prints" else _made_up(name, options)


def _corpus() -> Iterator[Case]:
    folder = os.environ.get("FAKTURO_CORPUS", "")
    if not folder or not Path(folder).is_dir():
        _say("corpus skipped: FAKTURO_CORPUS names no folder.")
        return
    yield from corpus_cases(Path(folder))


def _prints(options: argparse.Namespace) -> Iterator[Case]:
    if CHROMIUM is None:
        _say("prints skipped: there is no Chromium on this machine.")
        return
    yield from printed_cases(tuple(options.families))


def _made_up(name: str, options: argparse.Namespace) -> Iterator[Case]:
    group = DEV if name == "dev" else HELDBACK
    if not families(group):
        _say(f"{name} skipped: there are no families in tests/generator/{group}/.")
        return
    yield from generated(group, options.count, options.seed, tuple(options.families))


def _judge(cases: list[Case], read: Reader, options: argparse.Namespace) -> list[Judged]:
    readings = _readings(cases, read, options)
    return [one for case, reading in zip(cases, readings, strict=True) for one in judge_case(case, reading)]


def _readings(cases: list[Case], read: Reader, options: argparse.Namespace) -> list[Reading]:
    forgetting = (options.forget, options.seed)
    if options.jobs > 1:
        with get_context("spawn").Pool(options.jobs, forget, forgetting) as pool:
            return pool.map(read, cases, chunksize=4)
    forget(*forgetting)
    return [read(case) for case in cases]


def _print(scored: dict[str, list[Judged]], options: argparse.Namespace) -> None:
    if not scored:
        return
    if options.json:
        print(json.dumps({name: figures(judged) for name, judged in scored.items()}))  # noqa: T201
        return
    for name, judged in scored.items():
        lines = wrong_list(judged, options.field) if options.list_wrong else set_report(name, judged)
        for line in lines:
            print(line)  # noqa: T201
    short = {name: figures(judged) for name, judged in scored.items()}
    print(json.dumps({name: {key: total[key] for key in KEY_FIGURES} for name, total in short.items()}))  # noqa: T201


def _say(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
