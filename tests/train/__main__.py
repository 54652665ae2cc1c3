"""`scripts/train`: the weights of the header's fields, from real papers (FAKTURO_PAPERS) and made-up ones.

Writes src/fakturo/convert/weights/FIELD.json. With --check, makes them anew and tells whether they are the same. With
--folds FOLDER, also writes weights there that never saw a paper's layout or seller, for `scripts/score --folds FOLDER`,
and tells by field how often they are right, and how often at which probability.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from fakturo.convert.header.parties.decision import SIDES
from fakturo.convert.weigh.weights import FIELDS
from tests.generator.registry import DEV, families
from tests.score.cases import generated
from tests.score.corpus import corpus_cases
from tests.score.papers import is_picture, paper_cases
from tests.train.examples import Pages, drawn_pages, folds_of, pages_of
from tests.train.fit import MADE_UP, REAL, fit, fit_pair, shares_of
from tests.train.inputs import ROOT, fingerprint_of_code, fingerprint_of_papers

FOLDS, SEED = 6, 11
FOLDER = ROOT / "src/fakturo/convert/weights"
PROBABILITIES = (0.5, 0.7, 0.8, 0.9, 0.95)
Weights = Mapping[str, Mapping[str, float]]


def main(given: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/train", description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--folds", type=Path, metavar="FOLDER")
    parser.add_argument("--jobs", type=int, default=2, help="processes that read papers (default %(default)s)")
    options = parser.parse_args(given)
    folder = os.environ.get("FAKTURO_PAPERS", "")
    if not all(Path(os.environ.get(name, "-")).is_dir() for name in ("FAKTURO_PAPERS", "FAKTURO_CORPUS")):
        sys.stderr.write("FAKTURO_PAPERS and FAKTURO_CORPUS must name folders of real papers to learn from.\n")
        return 2
    real, made_up = _pages(Path(folder), options.jobs)
    if options.folds:
        options.folds.mkdir(parents=True, exist_ok=True)
        for line in _write_folds(options.folds, real, made_up):
            print(line)  # noqa: T201
    files = _files(_weights([*real.values(), *made_up.values()]), Path(folder))
    if options.check:
        return _compare(files)
    for name, text in files.items():
        (FOLDER / name).write_text(text, "utf-8")
    return 0


def _pages(folder: Path, jobs: int) -> tuple[dict[str, Pages], dict[str, Pages]]:
    """Of real papers with text; and, counting less, of one paper a made-up family, the pages that tests draw as text,
    and the older corpus."""
    papers = [case for case in paper_cases(folder) if not is_picture(case)]
    names = tuple(name for name in families(DEV) if not name.startswith("scan"))
    drawn = list(generated(DEV, 1, SEED, names))
    older = [case for case in corpus_cases(Path(os.environ["FAKTURO_CORPUS"])) if not case.is_scan]
    return pages_of(papers, weight=REAL, jobs=jobs), {
        **pages_of([*drawn, *older], weight=MADE_UP, jobs=jobs),
        **drawn_pages(),
    }


def _weights(papers: Sequence[Pages]) -> Weights:
    """Seller and buyer together, the other fields each by itself."""
    seller, buyer = SIDES
    names = fit_pair([(pages.get(seller), pages.get(buyer)) for pages in papers])
    alone = (field for field in FIELDS if field not in SIDES)
    return dict(zip(SIDES, names, strict=True)) | {
        field: fit([pages[field] for pages in papers if field in pages]) for field in alone
    }


def _files(weights: Weights, papers: Path) -> dict[str, str]:
    made_from = {"code": fingerprint_of_code(), "papers": fingerprint_of_papers(papers)}
    return {
        f"{field}.json": json.dumps({"made_from": made_from, "weights": dict(found)}, ensure_ascii=False, indent=0)
        + "\n"
        for field, found in weights.items()
    }


def _compare(files: Mapping[str, str]) -> int:
    changed = [name for name, text in files.items() if (FOLDER / name).read_text("utf-8") != text]
    if changed:
        sys.stderr.write(f"Made anew, these weights differ: {', '.join(changed)}. Run scripts/train.\n")
    return 1 if changed else 0


def _write_folds(folder: Path, real: dict[str, Pages], made_up: dict[str, Pages]) -> Iterator[str]:
    judged: dict[str, list[tuple[float, bool]]] = {field: [] for field in FIELDS}
    places: dict[str, int] = {}
    for number, fold in enumerate(folds_of(real, FOLDS)):
        seen = [pages for name, pages in real.items() if name not in fold]
        weights = _weights([*seen, *made_up.values()])
        (folder / f"{number}.json").write_text(json.dumps(weights), "utf-8")
        places |= dict.fromkeys(fold, number)
        for name in fold:
            for field, page in real[name].items():
                shares = shares_of(weights[field], page)
                best = max(range(len(shares)), key=shares.__getitem__)
                judged[field].append((shares[best], page.right[best]))
    (folder / "folds.json").write_text(json.dumps(places), "utf-8")
    for field, found in judged.items():
        yield f"{field:<8} right {sum(right for _, right in found)}/{len(found)}"
        for least in PROBABILITIES:
            sure = [right for share, right in found if share >= least]
            yield f"   from {least:<5} {len(sure):>4}, of these wrong {len(sure) - sum(sure)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
