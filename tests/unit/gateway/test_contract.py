import pytest

from fakturo.gateway.contract import Form, check_accept, check_form
from fakturo.http.problems import Problem


def test_accept_is_taken_in_any_case_but_only_alone() -> None:
    assert check_accept(" Application/XML ") == "application/xml"
    with pytest.raises(Problem) as refused:
        check_accept("application/xml;q=0.9, application/json")
    assert refused.value.status == 406


def test_a_good_form_becomes_a_task() -> None:
    task = check_form("application/xml", Form("application/pdf", {"mapping": "layout_v1.json", "pretty": "true"}))
    assert task == {"do": "layout", "pretty": True}


@pytest.mark.parametrize(
    ("form", "status"),
    [
        (Form(None), 400),
        (Form(""), 415),
        (Form("application/json"), 406),
        (Form("application/pdf"), 400),
        (Form("application/pdf", {"mapping": "layout_v1@7"}), 400),
        (Form("application/pdf", {"mapping": "layout_v1", "pretty": "maybe"}), 400),
    ],
)
def test_a_form_is_refused_for_its_first_fault(form: Form, status: int) -> None:
    with pytest.raises(Problem) as refused:
        check_form("application/xml", form)
    assert refused.value.status == status
    assert refused.value.detail
