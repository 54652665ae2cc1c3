"""Bars for docs/performance.md, made from benches' JSON lines: `python -m bench.plots FOLDER < lines`."""

import json
import sys
from html import escape
from pathlib import Path

WIDTH, BAR, LABEL, ROW = 720, 360, 250, 22
OURS, OTHERS = "#2457a6", "#9aa4b2"


def chart(told: dict[str, object]) -> str:
    """One bar for each way, ours in another colour, as SVG."""
    medians: dict[str, float] = dict(told["medians"])  # type: ignore[call-overload]
    most = max(medians.values())
    rows = [_row(number, name, figure, figure / most) for number, (name, figure) in enumerate(medians.items(), start=1)]
    height = ROW * (len(medians) + 1) + 12
    title = f'<text x="0" y="15" font-weight="bold">{escape(str(told["bench"]))}, {escape(str(told["unit"]))}</text>'
    size = f'width="{WIDTH}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="13">'
    return "\n".join([head, f'<rect width="{WIDTH}" height="{height}" fill="white"/>', title, *rows, "</svg>\n"])


def _row(number: int, name: str, figure: float, share: float) -> str:
    y, colour = number * ROW + 15, OURS if name.startswith("ours") else OTHERS
    return (
        f'<text x="0" y="{y}">{escape(name)}</text>'
        f'<rect x="{LABEL}" y="{y - 12}" width="{max(1, round(BAR * share))}" height="15" fill="{colour}"/>'
        f'<text x="{LABEL + BAR * share + 6:.0f}" y="{y}">{figure:,.4g}</text>'
    )


def main() -> None:
    folder = Path(sys.argv[1])
    for line in sys.stdin:
        if line.startswith("{"):
            told = json.loads(line)
            (folder / f"bench-{told['bench']}.svg").write_text(chart(told))


if __name__ == "__main__":
    main()
