"""What `POST /render` accepts: a page as a picture, its words, how large pages are, or some of them as a PDF."""

from http import HTTPStatus

from fakturo.gateway.contract import Form, check_file_type, refusal
from fakturo.gateway.sandbox.messages import ExtractPages, ListPages, ReadWords, RenderPage
from fakturo.http.media_types import JSON, PDF, PNG

ANSWERS = (PNG, JSON, PDF)
FORM = ("file", "page", "pages", "width", "dpi", "region", "read")
DEFAULT_WIDTH, MAX_WIDTH = 1200, 4000
MAX_DPI = 600
MAX_PAGE = 1_000_000
MOST_PAGES = 1000
"""Of a PDF that is made of another's pages."""
READINGS = ("text", "ocr", "auto")
SIZES = "pages"
_BOX_EDGES = 4


def check_render(accept: str, form: Form) -> RenderPage | ReadWords | ListPages | ExtractPages:
    """The child's task."""
    check_file_type(form, [PDF])
    if accept == PDF:
        return ExtractPages(_pages(form.fields.get("pages", "")))
    if accept == JSON and form.fields.get("read") == SIZES:
        return ListPages()
    page = _whole_number(form, "page", 1, MAX_PAGE)
    if accept == PNG:
        dpi = _whole_number(form, "dpi", 72, MAX_DPI) if "dpi" in form.fields else None
        return RenderPage(page, _whole_number(form, "width", DEFAULT_WIDTH, MAX_WIDTH), dpi)
    return ReadWords(page, _region(form.fields.get("region")), _reading(form))


def _pages(given: str) -> tuple[int, ...]:
    numbers = given.split()
    if not 1 <= len(numbers) <= MOST_PAGES or not all(each.isascii() and each.isdigit() for each in numbers):
        raise refusal(HTTPStatus.BAD_REQUEST, f"The field 'pages' names 1 to {MOST_PAGES} pages by number: '1 2 3'.")
    return tuple(min(int(each[:9]), MAX_PAGE) for each in numbers)


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


def _reading(form: Form) -> str:
    given = form.fields.get("read", "text")
    if given not in READINGS:
        raise refusal(HTTPStatus.BAD_REQUEST, f"The field 'read' is one of {', '.join((*READINGS, SIZES))}.")
    return given
