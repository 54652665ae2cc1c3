"""What keeps a PDF from being PDF/A-3b. Found, told, and never repaired: a font can't be put in that nobody has.

Looked for is what invoices fail by, so that people can be told: fonts outside the file, scripts and other actions,
forms that are drawn by a program, colours for a printing press. A PDF without these has still to be proven: archival.
"""

from collections.abc import Iterator
from typing import Any

import pikepdf
from pikepdf import Name

MAX_OBJECTS = 20_000
"""Looked at; a document with more is not called PDF/A-3."""
MOST_NAMES = 5
_FORBIDDEN_ACTIONS = frozenset(
    "JavaScript Launch Sound Movie ResetForm ImportData Hide SetOCGState Rendition Trans".split()
)
_FONT_FILES = ("/FontFile", "/FontFile2", "/FontFile3")
_HIDDEN = 1 | 2 | 32 | 256
Thing = Any
"""An object of a PDF, whose kind only a look at it tells."""


def hindrances(pdf: pikepdf.Pdf) -> list[str]:
    """A sentence for each; none for a PDF that can be called PDF/A-3."""
    look = _Look()
    for page in pdf.pages:
        look.at_page(page)
    found = [*look.told(), *_of_document(pdf)]
    if look.has_press_colours and not has_output_intent(pdf):
        found.append("Some of its colours are for a printing press (CMYK), and it does not say for which.")
    return found


def has_output_intent(pdf: pikepdf.Pdf) -> bool:
    intents = _items(pdf.Root.get("/OutputIntents"))
    return any(_is(each, "/S", "/GTS_PDFA1") and "/DestOutputProfile" in each for each in intents)


def _of_document(pdf: pikepdf.Pdf) -> Iterator[str]:
    root = pdf.Root
    names = _dictionary(root.get("/Names"))
    if _is_forbidden(root.get("/OpenAction")) or "/AA" in root or "/JavaScript" in names:
        yield "It runs a script or program when it is opened."
    form = _dictionary(root.get("/AcroForm"))
    if form.get("/NeedAppearances", False) or "/XFA" in form:
        yield "It has a form whose fields a program has to draw."


class _Look:
    """Collects what stands in pages, and in the drawings that these use."""

    def __init__(self) -> None:
        self.fonts: dict[str, None] = {}
        self.has_press_colours = self.has_actions = self.has_undrawn = self.has_too_much = False
        self._seen: set[tuple[int, int]] = set()
        self._looked_at = 0

    def told(self) -> Iterator[str]:
        if self.fonts:
            more = ", …" if len(self.fonts) > MOST_NAMES else ""
            yield f"It does not contain all fonts that it uses ({', '.join(list(self.fonts)[:MOST_NAMES])}{more})."
        if self.has_actions:
            yield "A page of it runs a script or program."
        if self.has_undrawn:
            yield "It has notes or fields that a program has to draw."
        if self.has_too_much:
            yield "It has more in it than could be looked at."

    def at_page(self, page: pikepdf.Page) -> None:
        self.has_actions |= "/AA" in page.obj
        self._resources(_dictionary(page.resources))
        self._content(page)
        for annotation in _items(page.obj.get("/Annots")):
            self._annotation(annotation)

    def _annotation(self, annotation: Thing) -> None:
        if not isinstance(annotation, pikepdf.Dictionary) or _is(annotation, "/Subtype", "/Popup"):
            return
        self.has_actions |= "/AA" in annotation or _is_forbidden(annotation.get("/A"))
        is_link = _is(annotation, "/Subtype", "/Link")
        flags = int(annotation.get("/F", 0))
        self.has_undrawn |= not is_link and ("/AP" not in annotation or bool(flags & _HIDDEN))
        drawn = _dictionary(_dictionary(annotation.get("/AP")).get("/N"))
        for each in [drawn, *drawn.values()] if drawn else []:
            self._drawing(each)

    def _resources(self, resources: Thing) -> None:
        if not self._is_new(resources):
            return
        for font in _dictionary(resources.get("/Font")).values():
            self._font(font)
        for space in _dictionary(resources.get("/ColorSpace")).values():
            self.has_press_colours |= _is_press_colour(space)
        for drawing in _dictionary(resources.get("/XObject")).values():
            self._drawing(drawing)
        for pattern in _dictionary(resources.get("/Pattern")).values():
            self._drawing(pattern)

    def _drawing(self, drawing: Thing) -> None:
        if not isinstance(drawing, pikepdf.Stream | pikepdf.Dictionary) or not self._is_new(drawing):
            return
        self.has_press_colours |= _is_press_colour(drawing.get("/ColorSpace"))
        if isinstance(drawing, pikepdf.Stream) and not _is(drawing, "/Subtype", "/Image"):
            self._resources(_dictionary(drawing.get("/Resources")))
            self._content(drawing)

    def _content(self, drawing: Thing) -> None:
        try:
            operators = pikepdf.parse_content_stream(drawing, "k K cs CS")
        except (pikepdf.PdfError, RuntimeError, ValueError, TypeError):
            self.has_too_much = True
            return
        for each in operators:
            is_named = str(each.operator) in {"cs", "CS"}
            self.has_press_colours |= not is_named or _is_press_colour(each.operands[0] if each.operands else None)

    def _font(self, font: Thing) -> None:
        if not isinstance(font, pikepdf.Dictionary) or _is(font, "/Subtype", "/Type3"):
            return
        below = _items(font.get("/DescendantFonts"))
        descriptor = _dictionary(_dictionary(below[0] if below else font).get("/FontDescriptor"))
        if not any(file in descriptor for file in _FONT_FILES):
            self.fonts[str(font.get("/BaseFont", "?")).lstrip("/").rpartition("+")[2][:40]] = None

    def _is_new(self, thing: Thing) -> bool:
        self._looked_at += 1
        if self._looked_at > MAX_OBJECTS:
            self.has_too_much = True
            return False
        if not getattr(thing, "is_indirect", False):
            return True
        known = thing.objgen in self._seen
        self._seen.add(thing.objgen)
        return not known


def _is_press_colour(space: Thing) -> bool:
    if isinstance(space, pikepdf.Name):
        return space == Name.DeviceCMYK
    parts = _items(space)
    if not parts or not isinstance(parts[0], pikepdf.Name):
        return False
    if parts[0] in {Name.Indexed, Name.Pattern}:
        return len(parts) > 1 and _is_press_colour(parts[1])
    if parts[0] in {Name.Separation, Name.DeviceN}:
        return len(parts) > 2 and _is_press_colour(parts[2])  # noqa: PLR2004 the third says what it falls back to
    return False


def _is_forbidden(action: Thing) -> bool:
    kind = _dictionary(action).get("/S")
    return isinstance(kind, pikepdf.Name) and str(kind).lstrip("/") in _FORBIDDEN_ACTIONS


def _is(thing: Thing, key: str, name: str) -> bool:
    return isinstance(thing, pikepdf.Dictionary | pikepdf.Stream) and thing.get(key) == Name(name)


def _dictionary(thing: Thing) -> Thing:
    return thing if isinstance(thing, pikepdf.Dictionary) else pikepdf.Dictionary()


def _items(thing: Thing) -> list[Thing]:
    return list(thing) if isinstance(thing, pikepdf.Array) else []
