"""What `POST /render` accepts: a page as a picture, or the words in a part of it."""

from http import HTTPStatus

from fakturo.gateway.contract import JSON, PDF, Form, check_file_type, refusal
from fakturo.gateway.sandbox.messages import ReadWords, RenderPage

PNG = "image/png"
ANSWERS = (PNG, JSON)
DEFAULT_WIDTH, MAX_WIDTH = 1200, 4000
MAX_PAGE = 1_000_000
READINGS = {"text": False, "ocr": True}
_BOX_EDGES = 4


def check_render(accept: str, form: Form) -> RenderPage | ReadWords:
    """The child's task."""
    check_file_type(form, [PDF])
    page = _whole_number(form, "page", 1, MAX_PAGE)
    if accept == PNG:
        return RenderPage(page, _whole_number(form, "width", DEFAULT_WIDTH, MAX_WIDTH))
    return ReadWords(page, _region(form.fields.get("region")), ocr=_reading(form))


def _whole_number(form: Form, name: str, default: int, highest: int) -> int:
    given = form.fields.get(name, str(default)).strip()
    if given.isascii() and given.isdigit() and len(given) <= len(str(highest)) and 1 <= int(given) <= highest:
        return int(given)
    raise refusal(HTTPStatus.BAD_REQUEST, f"The field {name!r} is a whole number from 1 to {highest}.")


def _region(given: str | None) -> tuple[float, ...] | None:
    if not given:
        return None
    try:
        edges = tuple(float(edge) for edge in given.split())
    except ValueError:
        edges = ()
    if len(edges) != _BOX_EDGES or not (edges[0] < edges[2] and edges[1] < edges[3]):
        raise refusal(HTTPStatus.BAD_REQUEST, "The field 'region' is 'x0 y0 x1 y1', in points from the top left.")
    return edges


def _reading(form: Form) -> bool:
    given = form.fields.get("read", "text")
    if given not in READINGS:
        raise refusal(HTTPStatus.BAD_REQUEST, f"The field 'read' is one of {', '.join(READINGS)}.")
    return READINGS[given]
