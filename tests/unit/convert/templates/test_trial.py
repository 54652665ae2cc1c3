"""A trial tells what a template changes, and what in it does nothing."""

from fakturo.convert.templates.catalog import TemplateFile, Templates
from fakturo.convert.templates.changes import CARRIES_XML, Change
from fakturo.convert.templates.trial import DOES_NOT_FIT, trials
from tests.unit.convert.templates.vendor import WHOLE, page, template, templates


def test_a_trial_shows_both_readings_side_by_side() -> None:
    [trial] = trials(page(), templates(WHOLE))
    assert (trial.unused, trial.otherwise, trial.before, trial.after) == (None, None, "review", "accepted")
    assert Change("invoice.date", "2026-04-03", "2026-03-04") in trial.changes
    assert Change("items.0.qty", "12.50", "40.00") in trial.changes
    assert any("The columns can be read in more than one way" in text for text in trial.settled)
    assert (trial.raised, trial.left) == ([], [])


def test_parts_without_which_the_same_is_read_are_named_as_written() -> None:
    more = WHOLE + '"Zumsa" = "discount"\n'
    [trial] = trials(page(), templates(more))
    assert 'totals."Zumsa"' in trial.idle
    assert "locale.currency" in trial.idle  # both parties are German
    assert 'totals."Allsumm"' in trial.idle  # with the tax and all else known, it can be nothing but the total
    assert 'columns."Blurf"' in trial.idle  # what the items' words stand under is the description
    assert 'rows.ignore "Behelf"' in trial.idle  # a row that repeats the sum of those above it is none of them
    assert "anchors.number" in trial.idle  # nothing rivals it, whatever it is called
    needed = {"locale.dates", 'columns."Jeplix"'}
    assert not needed & set(trial.idle)


def test_all_parts_without_effect_can_be_taken_out_together() -> None:
    known = template()
    [trial] = trials(page(), Templates((TemplateFile("", "", known),)))
    for part in trial.idle:
        known = dict(known.parts())[part]
    [fewer] = trials(page(), Templates((TemplateFile("", "", known),)))
    assert (fewer.after, fewer.changes, fewer.idle) == ("accepted", trial.changes, [])


def test_a_trial_says_that_the_fingerprint_does_not_fit_but_uses_the_template() -> None:
    [trial] = trials(page(), templates(WHOLE.replace("Kornblume Handel", "Somebody else")))
    assert (trial.unused, trial.after) == (DOES_NOT_FIT, "accepted")


def test_a_trial_uses_the_choice_that_a_gateway_makes() -> None:
    """Another one fits better, or as well: this one changes nothing by itself, and what it is compared with differs."""
    better = WHOLE.replace('"Merkmal"]', '"Merkmal", "Blurf"]').replace('"kornblume"', '"better"')
    twin = WHOLE.replace('"kornblume"', '"twin"')
    [trial] = trials(page(), templates(WHOLE, better))
    assert (trial.unused, trial.otherwise) == ("the template 'better' fits better.", "better")
    assert (trial.before, trial.changes) == ("accepted", [])
    [trial] = trials(page(), templates(WHOLE, twin))
    assert trial.unused is not None
    assert "fit alike" in trial.unused
    [trial] = trials(page(), templates(better, WHOLE))
    assert (trial.unused, trial.otherwise) == (None, "kornblume")


def test_a_pdf_that_carries_its_invoice_needs_no_template() -> None:
    [trial] = trials(page(), templates(WHOLE), carries_xml=True)
    assert trial.unused == CARRIES_XML
