"""docs/templates.md says what a template may say, and its example is one."""

import re
from pathlib import Path

from fakturo.convert.templates.parse import MEANINGS, ROLES, SECTIONS, parse_template
from fakturo.convert.templates.template import Where

PAGE = (Path(__file__).parents[4] / "docs" / "templates.md").read_text("utf-8")


def test_the_example_is_a_template() -> None:
    blocks = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    template = parse_template("\n".join(blocks).replace("\n   ", "\n").removeprefix("   "), "example.toml")
    assert template.name == "kornblume"
    assert list(template.anchors) == ["invoice.number"]
    assert list(template.totals) == ["Allsumm"]


def test_every_key_role_and_meaning_is_on_the_page() -> None:
    for section, keys in SECTIONS.items():
        assert f"| `[{section}]` |" in PAGE
        assert all(f"`{key}`" in PAGE for key in keys)
    assert all(f"`{word}`" in PAGE for word in (*ROLES, *MEANINGS, *Where))
