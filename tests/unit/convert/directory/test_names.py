import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakturo.convert.directory.names import ACCEPTED_FROM, ASKED_FROM, Neighbours, name_of, similarity

WORDS = st.sampled_from(
    [
        "PT",
        "CV",
        "Tbk",
        "(Persero)",
        "P.",
        "T.",
        "Maju",
        "Jaya",
        "II",
        "2",
        "A-B",
        "&",
        "Limited",
        "Ltd.",
        ",",
        "O'Neil",
    ]
)
NAMES = st.one_of(st.lists(WORDS, max_size=7).map(" ".join), st.text(max_size=40))


@pytest.mark.parametrize(
    "spelling",
    [
        "PT Maju Jaya Sentosa",
        "  pt. maju  jaya-sentosa ",
        "P.T. MAJU JAYA SENTOSA",
        "P. T. Maju Jaya Sentosa",
        "Maju Jaya Sentosa, PT.",
        'PT "Maju Jaya" Sentosa',
        "PT Maju Jaya – Sentosa",
        "PT Maju\u200b Jaya\u00a0Sentosa",
    ],
)
def test_spellings_of_one_name_are_one(spelling: str) -> None:
    assert name_of(spelling).key == name_of("PT Maju Jaya Sentosa").key


@pytest.mark.parametrize(
    "other",
    ["CV Maju Jaya Sentosa", "Maju Jaya Sentosa", "PT Maju Jaya Sentosa Tbk", "PT Maju Jaya", "PT Sentosa Maju Jaya"],
)
def test_other_companies_stay_others(other: str) -> None:
    assert name_of(other).key != name_of("PT Maju Jaya Sentosa").key


def test_the_order_of_legal_forms_does_not_matter() -> None:
    keys = {
        name_of(text).key for text in ("PT Angkasa (Persero) Tbk", "Angkasa Tbk, PT Persero", "PT Persero Angkasa TBK")
    }
    assert len(keys) == 1


@given(NAMES)
def test_a_key_is_the_key_of_itself(text: str) -> None:
    name = name_of(text)
    assert name_of(name.key) == name


@given(NAMES, NAMES)
def test_similarity_is_mutual_and_one_only_for_the_same_key(one: str, other: str) -> None:
    a, b = name_of(one), name_of(other)
    assert similarity(a, b) == pytest.approx(similarity(b, a))
    assert (similarity(a, b) == 1) == (a.key == b.key)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("PT Sumber Rejeki Abadi Nusantara Timur", "CV Sumber Rejeki Abadi Nusantara Timur"),
        ("PT Gudang Garmen Sejahtera Bersama 1", "PT Gudang Garmen Sejahtera Bersama 2"),
        ("PT Gudang Garmen Sejahtera Bersama II", "PT Gudang Garmen Sejahtera Bersama III"),
        ("PT Gudang Garmen Sejahtera Bersama A", "PT Gudang Garmen Sejahtera Bersama B"),
        ("PT Gudang Garmen Sejahtera Bersama", "PT Gudang Garmen Sejahtera Bersama Tbk"),
        ("PT Gudang Garmen Sejahtera Bersama", "Gudang Garmen Sejahtera Bersama"),
    ],
)
def test_sister_companies_are_asked_about_however_long_their_names(one: str, other: str) -> None:
    assert ASKED_FROM <= similarity(name_of(one), name_of(other)) < ACCEPTED_FROM


@given(st.lists(NAMES, min_size=1, max_size=8), NAMES)
def test_nobody_who_is_near_is_overlooked_among_many(names: list[str], asked: str) -> None:
    wanted = name_of(asked)
    near = {index for index, name in enumerate(names) if similarity(wanted, name_of(name)) >= ASKED_FROM}
    assert near <= Neighbours((index, name_of(name).key) for index, name in enumerate(names)).of(wanted)


@pytest.mark.parametrize("text", ["", " . ", "PT", "PT. (Persero)", "—"])
def test_a_name_of_forms_and_signs_says_nothing(text: str) -> None:
    assert name_of(text).says_nothing
    assert not name_of(f"{text} Maju").says_nothing
