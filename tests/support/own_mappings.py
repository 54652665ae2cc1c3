"""Mappings of an operator's own."""

from pathlib import Path

LAYOUT = """<m:mapping xmlns:m="urn:fakturo:mapping:1" name="layout_v1" version="{version}" target="layout" \
pipeline="gateway" title="Layout, newer" explanation="The same once more."/>
"""


def own_mappings(directory: Path, *versions: int) -> Path:
    """A folder with more versions of the mapping that works for any PDF."""
    folder = directory / "mappings"
    folder.mkdir(exist_ok=True)
    for version in versions:
        (folder / f"layout_v1-{version}.xml").write_text(LAYOUT.format(version=version))
    return folder
