"""What a hybrid PDF says of itself: XMP with the Factur-X schema, and PDF/A-3 only if it is that."""

import datetime as dt
from dataclasses import dataclass
from xml.sax.saxutils import escape

FILE_NAME = "factur-x.xml"
LEVEL = "EN 16931"
_PROPERTIES = {
    "DocumentFileName": "name of the embedded XML invoice file",
    "DocumentType": "INVOICE",
    "Version": "The actual version of the Factur-X XML schema",
    "ConformanceLevel": "The conformance level of the embedded Factur-X data",
}


@dataclass(frozen=True, slots=True)
class About:
    """As it stands in the document's information, too: PDF/A wants both to be the same."""

    title: str
    producer: str
    created: dt.datetime
    modified: dt.datetime
    author: str | None = None


def xmp(about: About, *, is_archival: bool, is_hybrid: bool = True) -> bytes:
    parts = [_description(about), _ARCHIVAL * is_archival, (_FACTUR_X + _EXTENSION) * is_hybrid]
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">\n'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        + "".join(parts)
        + '</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="w"?>'
    ).encode()


def pdf_date(moment: dt.datetime) -> str:
    return f"D:{moment.astimezone(dt.UTC):%Y%m%d%H%M%S}+00'00'"


def _description(about: About) -> str:
    author = (
        f"<dc:creator><rdf:Seq><rdf:li>{escape(about.author)}</rdf:li></rdf:Seq></dc:creator>\n" if about.author else ""
    )
    return (
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">\n'
        "<dc:format>application/pdf</dc:format>\n"
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(about.title)}</rdf:li></rdf:Alt></dc:title>\n'
        f"{author}"
        f"<pdf:Producer>{escape(about.producer)}</pdf:Producer>\n"
        f"<xmp:CreateDate>{_iso(about.created)}</xmp:CreateDate>\n"
        f"<xmp:ModifyDate>{_iso(about.modified)}</xmp:ModifyDate>\n"
        "</rdf:Description>\n"
    )


def _iso(moment: dt.datetime) -> str:
    return moment.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%S+00:00")


_ARCHIVAL = (
    '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">\n'
    "<pdfaid:part>3</pdfaid:part>\n<pdfaid:conformance>B</pdfaid:conformance>\n</rdf:Description>\n"
)
_FACTUR_X = (
    '<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">\n'
    f"<fx:DocumentType>INVOICE</fx:DocumentType>\n<fx:DocumentFileName>{FILE_NAME}</fx:DocumentFileName>\n"
    f"<fx:Version>1.0</fx:Version>\n<fx:ConformanceLevel>{LEVEL}</fx:ConformanceLevel>\n</rdf:Description>\n"
)
_EXTENSION = (
    '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"'
    ' xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">\n'
    '<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">\n'
    "<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>\n"
    "<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>\n"
    "<pdfaSchema:prefix>fx</pdfaSchema:prefix>\n<pdfaSchema:property><rdf:Seq>\n"
    + "".join(
        '<rdf:li rdf:parseType="Resource">\n'
        f"<pdfaProperty:name>{name}</pdfaProperty:name>\n<pdfaProperty:valueType>Text</pdfaProperty:valueType>\n"
        f"<pdfaProperty:category>external</pdfaProperty:category>\n"
        f"<pdfaProperty:description>{words}</pdfaProperty:description>\n</rdf:li>\n"
        for name, words in _PROPERTIES.items()
    )
    + "</rdf:Seq></pdfaSchema:property>\n</rdf:li></rdf:Bag></pdfaExtension:schemas>\n</rdf:Description>\n"
)
