import pytest

from fakturo.convert.mapping import shipped
from fakturo.gateway import contract
from fakturo.gateway.contract import Form, check_accept, check_mapping, check_owner, check_token
from fakturo.gateway.directory import EVERYBODY, STRANGER, Asker
from fakturo.gateway.sandbox.messages import Convert
from fakturo.http.problems import Problem

PDF, JSON, XML, BOTH = "application/pdf", "application/json", "application/xml", "multipart/mixed"


def check_form(accept: str, form: Form) -> Convert:
    return contract.check_form(accept, form, shipped())


def test_accept_is_taken_in_any_case_but_only_alone() -> None:
    assert check_accept(" Application/XML ") == "application/xml"
    with pytest.raises(Problem) as refused:
        check_accept("application/xml;q=0.9, application/json")
    assert refused.value.status == 406


@pytest.mark.parametrize(("accept", "results"), [(XML, [XML]), (JSON, [JSON]), (BOTH, [JSON, XML])])
def test_a_good_form_becomes_a_task(accept: str, results: list[str]) -> None:
    task = check_form(accept, Form(PDF, {"mapping": "layout_v1.json", "pretty": "true"}))
    assert task == Convert(PDF, tuple(results), "layout_v1@1", pretty=True, ignore_embedded=False)


def test_which_mappings_need_a_language_model_is_said_where_all_are_listed() -> None:
    for wanted in (None, "qqqqqq"):
        with pytest.raises(Problem) as problem:
            check_mapping(wanted, shipped())
        alone, _, beside = str(problem.value.detail).partition("; and where a language model is set up: ")
        assert "invoice_v1" in alone
        assert "llm" not in alone
        assert beside == "invoice_llm_v1, report_llm_v1."


def test_an_invoice_alone_needs_no_mapping_but_a_wrong_one_is_told() -> None:
    task = check_form("application/json", Form("application/pdf", {"ignore_embedded": "1"}))
    assert task == Convert(PDF, (JSON,), None, ignore_embedded=True)
    for accept in ("application/json", "multipart/mixed"):
        with pytest.raises(Problem) as refused:
            check_form(accept, Form("application/pdf", {"mapping": "layuot_v1"}))
        assert refused.value.status == 400
        assert "layout_v1" in refused.value.detail


def test_an_invoice_as_json_becomes_xml_but_not_json_again() -> None:
    for accept in (XML, BOTH):
        assert check_form(accept, Form(JSON, {"mapping": "invoice_v1"})).source == JSON
    with pytest.raises(Problem) as refused:
        check_form(JSON, Form(JSON, {"mapping": "invoice_v1"}))
    assert refused.value.status == 406
    assert "not offered" in refused.value.detail


def test_what_is_made_of_pages_cannot_be_made_of_an_invoice() -> None:
    with pytest.raises(Problem) as refused:
        check_form(XML, Form(JSON, {"mapping": "layout_v1"}))
    assert refused.value.status == 400
    assert refused.value.detail == "layout_v1 is made from the pages of a PDF, not from an invoice: send the PDF."


@pytest.mark.parametrize(
    ("form", "status"),
    [
        (Form(None), 400),
        (Form(""), 415),
        (Form("application/json"), 400),
        (Form("application/pdf"), 400),
        (Form("application/pdf", {"mapping": "layout_v1@7"}), 400),
        (Form("application/pdf", {"mapping": "layout_v1@one"}), 400),
        (Form("application/json", {"mapping": "invoice_v2"}), 400),
        (Form("application/pdf", {"mapping": "layout_v1", "pretty": "maybe"}), 400),
        (Form("application/pdf", {"mapping": "layout_v1", "ignore_embedded": "2"}), 400),
    ],
)
def test_a_form_is_refused_for_its_first_fault(form: Form, status: int) -> None:
    with pytest.raises(Problem) as refused:
        check_form("application/xml", form)
    assert refused.value.status == status
    assert refused.value.detail


def test_a_gateway_without_a_token_has_no_owners() -> None:
    assert not check_token("Bearer anything", None)
    assert check_owner(Form(None, {"owner": "session:a"}), None, has_shown_token=False) == STRANGER


def test_owners_are_for_those_who_show_the_token() -> None:
    form = Form(None, {"owner": "session:a"})
    assert check_token("Bearer right", "right")
    assert check_token("bearer  right ", "right")
    assert not check_token(None, "right")
    assert check_owner(form, "right", has_shown_token=True) == Asker("session:a")
    assert check_owner(Form(None, {}), "right", has_shown_token=True) == EVERYBODY
    assert check_owner(Form(None, {}), "right", has_shown_token=False) == STRANGER
    for wrong in ("Bearer wrong", "Bearer", "Basic right", "right", "Bearer righté"):
        with pytest.raises(Problem) as refused:
            check_token(wrong, "right")
        assert refused.value.status == 401
    with pytest.raises(Problem) as refused:
        check_owner(form, "right", has_shown_token=False)
    assert refused.value.status == 401
    with pytest.raises(Problem) as refused:
        check_owner(Form(None, {"owner": "x" * 256}), "right", has_shown_token=True)
    assert refused.value.status == 400
