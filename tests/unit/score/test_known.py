"""What is known of a paper is kept without its values, and anything worse is told."""

from pathlib import Path

from tests.score.known import Known, known_of, read_known, worse, write_known
from tests.unit.score.test_papers import result

RIGHT, WRONG = Known(frozenset(), accepted=False), Known(frozenset({"buyer"}), accepted=False)


def test_a_paper_that_was_right_and_is_not_is_told() -> None:
    assert worse(result(verdict="review", buyer__name="Dear Sir"), RIGHT) == ["P1: buyer was right"]
    assert worse(result(verdict="review", buyer__name="Dear Sir"), WRONG) == []


def test_a_new_wrong_acceptance_is_told_and_a_known_one_is_not() -> None:
    accepted = result(buyer__name="Dear Sir")
    assert worse(accepted, WRONG) == ["P1: accepted, though wrong in buyer"]
    assert worse(accepted, Known(frozenset({"buyer"}), accepted=True)) == []


def test_a_paper_that_nobody_knows_must_not_be_wrong() -> None:
    assert worse(result(verdict="review", buyer__name="Dear Sir"), None)


def test_nothing_but_names_of_fields_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "known.json"
    write_known([result(buyer__name="Dear Sir")], file)
    assert read_known(file) == {"P1": known_of(result(buyer__name="Dear Sir"))}
    assert "Dear" not in file.read_text("utf-8")
