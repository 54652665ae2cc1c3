"""Words with boxes by other readers: `python words.py pdfplumber|pdfminer FILE…`; processor seconds, one line each."""

import logging
import sys
import time

logging.disable(logging.ERROR)


def pdfplumber(path: str) -> None:
    import pdfplumber as reader

    with reader.open(path) as pdf:
        for page in pdf.pages:
            page.extract_words()


def pdfminer(path: str) -> None:
    from pdfminer.high_level import extract_pages

    for page in extract_pages(path):
        list(page)


def main() -> None:
    way = {"pdfplumber": pdfplumber, "pdfminer": pdfminer}[sys.argv[1]]
    way(sys.argv[2])  # whatever is loaded late
    for path in sys.argv[2:]:
        begun = time.process_time()
        way(path)
        print(time.process_time() - begun)  # noqa: T201


main()
