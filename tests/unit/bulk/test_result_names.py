from itertools import product

from fakturo.bulk.convert import result_name


def test_no_two_files_have_one_result() -> None:
    endings = [".pdf", ".PDF", ".Pdf", ".xml"]
    stems = [
        "a",
        *(f"a{first}" for first in endings),
        *(f"a{first}{second}" for first, second in product(endings, endings)),
    ]
    sources = {f"{stem}{ending}" for stem in stems for ending in endings[:3]}
    assert len({result_name(source) for source in sources}) == len(sources)
    assert result_name("deep/a.pdf") == "deep/a.xml"
