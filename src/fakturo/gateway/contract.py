"""What `POST /process` accepts and in which order it says no. Decisions only; docs/gateway.md tells them to clients."""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus

from fakturo.convert import mapping
from fakturo.convert.mapping import Mappings, UnknownMapping
from fakturo.domain.errors import ErrorCode
from fakturo.domain.own_templates import MOST_BYTES_IN_USE, MOST_TEMPLATES
from fakturo.gateway.directory import Asker
from fakturo.gateway.sandbox.messages import Convert, Teach
from fakturo.http.media_types import JSON, MIXED, PDF, XML
from fakturo.http.problems import Problem

BOTH = MIXED
ANSWERS = (XML, JSON, BOTH)
INPUTS = (PDF, JSON)
OFFERED = {(PDF, XML), (PDF, JSON), (PDF, BOTH), (JSON, XML), (JSON, BOTH)}
"""From what to what."""

PROCESS_FORM = ("file", "mapping", "pretty", "ignore_embedded", "explain", "owner", "templates", "reading")
TEACH_FORM = ("file", "truth", "templates")
"""Every field of a request. A later one is told of in the health first: an unknown one is refused."""

NOT_OF_INVOICES = "{name} is made from the pages of a PDF, not from an invoice: send the PDF."

READING_OF_NOTHING = "A model's reading comes with its PDF, for a mapping of invoices or of reports."
LONGEST_OWNER = 255
LONGEST_TRUTH_BYTES = 256 * 1024
LONGEST_READING_BYTES = 300_000
NOT_TEMPLATES = "The field 'templates' is a JSON list of texts, each of them a template."
NOT_OURS = "The token in the Authorization header is not this gateway's GATEWAY_TOKEN."
UNPROVEN_OWNER = "Whoever names an owner shows this gateway's GATEWAY_TOKEN: Authorization: Bearer …"

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"", "0", "false", "no", "off"}


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a request, as they came."""

    file_type: str | None
    """None when there was no file."""
    fields: Mapping[str, str] = field(default_factory=dict)


def check_accept(accept: str | None, known: Sequence[str] = ANSWERS) -> str:
    """Exactly one of the known types; wildcards are refused, so that nobody gets a format by accident."""
    wanted = (accept or "").strip().lower()
    if wanted not in known:
        raise refusal(HTTPStatus.NOT_ACCEPTABLE, f"Ask for one of {', '.join(known)} in the Accept header.")
    return wanted


def check_token(authorization: str | None, token: str | None) -> bool:
    """Whether the sender has shown the token. A wrong one is refused, before anything is read."""
    if token is None or authorization is None:
        return False
    scheme, _, shown = authorization.partition(" ")
    if scheme.lower() != "bearer" or not secrets.compare_digest(shown.strip().encode(), token.encode()):
        raise _unauthorized(NOT_OURS)
    return True


def check_owner(form: Form, token: str | None, *, has_shown_token: bool) -> Asker:
    """For whom the document is converted. A gateway without a token has no owners, and ignores the field."""
    owner = form.fields.get("owner")
    if not owner or token is None:
        return Asker(is_trusted=has_shown_token)
    if not has_shown_token:
        raise _unauthorized(UNPROVEN_OWNER)
    if len(owner) > LONGEST_OWNER or not owner.isprintable():
        raise refusal(HTTPStatus.BAD_REQUEST, f"The field 'owner' is a line of at most {LONGEST_OWNER} characters.")
    return Asker(owner)


def check_form(accept: str, form: Form, mappings: Mappings) -> Convert:
    """The child's task. After the size, in this order: type, combination, mapping."""
    file_type = check_file_type(form, INPUTS)
    if (file_type, accept) not in OFFERED:
        raise refusal(HTTPStatus.NOT_ACCEPTABLE, _not_offered(file_type, accept))
    wanted = form.fields.get("mapping")
    chosen = check_mapping(wanted, mappings) if wanted or accept != JSON else None  # an invoice by itself needs none
    if chosen and file_type == JSON and not chosen.is_of_invoices:
        raise refusal(HTTPStatus.BAD_REQUEST, NOT_OF_INVOICES.format(name=chosen.name))
    reading = form.fields.get("reading")
    if reading is not None and (file_type != PDF or chosen is None or not chosen.has_document):
        raise refusal(HTTPStatus.BAD_REQUEST, READING_OF_NOTHING)
    return Convert(
        source=file_type,
        results=tuple(kind for kind in (JSON, XML) if accept in {kind, BOTH}),
        mapping=chosen.full_name if chosen else None,
        pretty=_check_switch(form, "pretty"),
        ignore_embedded=_check_switch(form, "ignore_embedded"),
        explain=_check_switch(form, "explain"),
        templates=check_templates(form),
        reading=reading,
    )


def check_teaching(form: Form) -> Teach:
    check_file_type(form, (PDF,))
    if not (truth := form.fields.get("truth")):
        raise refusal(HTTPStatus.BAD_REQUEST, "Send the right values in a field named 'truth': an invoice as JSON.")
    return Teach(truth, None, check_templates(form))


def check_templates(form: Form) -> tuple[str, ...]:
    """What the sender knows about single vendors, for this document alone. A child looks at what is in them."""
    try:
        given = json.loads(form.fields.get("templates") or "[]")
    except (ValueError, RecursionError):
        raise refusal(HTTPStatus.BAD_REQUEST, NOT_TEMPLATES) from None
    if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
        raise refusal(HTTPStatus.BAD_REQUEST, NOT_TEMPLATES)
    if len(given) > MOST_TEMPLATES or sum(len(text.encode(errors="replace")) for text in given) > MOST_BYTES_IN_USE:
        size = f"{MOST_TEMPLATES} templates and {MOST_BYTES_IN_USE // 1024} KB"
        raise refusal(HTTPStatus.BAD_REQUEST, f"A document comes with at most {size} of them.")
    return tuple(given)


def check_file_type(form: Form, accepted: Sequence[str]) -> str:
    if form.file_type is None:
        raise refusal(HTTPStatus.BAD_REQUEST, "There is no file: send it in a part named 'file', with a file name.")
    if form.file_type not in accepted:
        raise refusal(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"The file must be of type {' or '.join(accepted)}.")
    return form.file_type


def _not_offered(file_type: str, accept: str) -> str:
    offered = "; ".join(f"{source} to {target}" for source, target in sorted(OFFERED))
    return f"{file_type} to {accept} is not offered by this version. Offered: {offered}."


def check_mapping(wanted: str | None, mappings: Mappings) -> mapping.Mapping:
    if not wanted:
        raise refusal(HTTPStatus.BAD_REQUEST, f"Name a mapping for the XML. There are: {mappings.listed}.")
    try:
        return mappings.find_wanted(wanted)
    except UnknownMapping as error:
        raise refusal(HTTPStatus.BAD_REQUEST, str(error)) from None


def _check_switch(form: Form, name: str) -> bool:
    value = form.fields.get(name, "").strip().lower()
    if value not in _TRUE | _FALSE:
        raise refusal(HTTPStatus.BAD_REQUEST, f"The field {name!r} is 0 or 1.")
    return value in _TRUE


def _unauthorized(detail: str) -> Problem:
    headers = {"WWW-Authenticate": "Bearer"}
    return Problem(ErrorCode.FORBIDDEN, detail, status=HTTPStatus.UNAUTHORIZED, headers=headers)


def refusal(status: HTTPStatus, detail: str) -> Problem:
    return Problem(ErrorCode.INVALID_REQUEST, detail, status=status)
