"""From what a result was made, and what has changed since."""

from fakturo.domain.inputs import Input, Inputs, changed_inputs
from fakturo.domain.own_templates import NO_TEMPLATES

NOW = Inputs(engine="fakturo/1", templates="a", directory="d", own_templates=NO_TEMPLATES)


def changed(made: Inputs, today: Inputs = NOW) -> tuple[Input, ...]:
    return changed_inputs(made, 1, today=today, todays_version=1)


def test_what_an_owner_has_taught_since_counts_as_templates() -> None:
    taught = Inputs(engine="fakturo/1", templates="a", directory="d", own_templates="m")
    assert changed(NOW, taught) == (Input.TEMPLATES,)
    assert changed(taught, NOW) == (Input.TEMPLATES,)
    assert changed(taught, taught) == ()


def test_a_result_from_before_owners_could_teach_was_made_with_nothing_taught() -> None:
    before = Inputs(engine="fakturo/1", templates="a", directory="d")
    assert changed(before) == ()
    assert changed(before, Inputs(own_templates="m")) == (Input.TEMPLATES,)


def test_what_nobody_knows_has_not_changed() -> None:
    assert changed(Inputs(engine="fakturo/1", own_templates="m"), Inputs(engine="fakturo/1")) == ()
