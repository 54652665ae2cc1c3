"""Makes sentences.tsv, what each rule of the installed sets means in plain words, from the rules' own texts.

python scripts/sentences.py            fails, and names rules, if the file is not what the installed sets come to
python scripts/sentences.py --write    writes it

Rules of EN 16931 have their words in sentences.toml, by hand. The others state of an element how often it may be there,
which codes it may hold, or that it has no place: their words are put together from what the element is called.
"""
# ruff: noqa: INP001

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lxml import etree

from fakturo.convert.targets import en16931
from fakturo.convert.targets.en16931.forms import Rules
from fakturo.convert.targets.en16931.rulebook import stylesheet_file
from fakturo.convert.targets.en16931.sentences import OWN_NAME, key, shape_of
from fakturo.convert.targets.en16931.terms import TERMS, field_words
from fakturo.convert.targets.en16931.words import attribute_words

HERE = Path(__file__).resolve().parent
FILE = Path(str(en16931.__file__)).parent / "sentences.tsv"
COMMAND = ".venv/bin/python scripts/sentences.py --write"
HEAD = f"# Made by scripts/sentences.py: rule, what it is about, sentence, and another if it is there. {COMMAND}\n"
SETS = tuple(rules for rules in Rules if rules is not Rules.ZUGFERD_1)
TABLE: Mapping[str, Any] = tomllib.loads((HERE / "sentences.toml").read_text("utf-8"))
_XSL, _SVRL = "{http://www.w3.org/1999/XSL/Transform}", "{http://purl.oclc.org/dsdl/svrl}"
_FAMILY = re.compile(r"BR-(?:FXEXT-)?(S|Z|E|AE|IC|G|O|AF|AG)-?(\d\d)(?:b|ini|rev)?")
_BOUND = re.compile(r"BR-FXEXT-(?:BR|CO)-(\d\d)")
_CONDITION = re.compile(r"\[[^]]*\]")
_PREFIX = re.compile(r"\b(?:cac|cbc|ext|ram|rsm|udt|qdt):")
_NOT = re.compile(r"not\((.*?)\)(?: or .*)?")
_COUNT = re.compile(r"\(?count\((.*?)\)\s*<=\s*(\d)\)?.*")
_LINES = {"InvoiceLine|CreditNoteLine", "CreditNoteLine|InvoiceLine"}
_ADJUSTMENTS = ("AllowanceCharge", "SpecifiedTradeAllowanceCharge")
_WITH_VAT = {"S", "AF", "AG"}
PASSED_OVER = "who reads the XML may pass over it"

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Assertion:
    rules: Rules
    rule: str
    context: str
    test: str
    text: str

    @property
    def name(self) -> str | None:
        found = OWN_NAME.search(self.text)
        return found[1] if found else None


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--write"]):
        sys.stderr.write(f"{__doc__}\n")
        return 2
    content = made()
    if arguments:
        FILE.write_text(content, "utf-8")
    elif FILE.read_text("utf-8") != content:
        sys.stderr.write(f"{FILE.name} is not what the installed rules come to. Run: {COMMAND}\n")
        return 1
    return 0


def made() -> str:
    rows: dict[str, Row] = {name: tuple(row) for name, row in TABLE["ours"].items()}
    for assertion in (each for rules in SETS for each in assertions(rules)):
        for name, row in rows_of(assertion):
            if rows.setdefault(name, row) != row:
                raise ValueError(f"{name} has two sentences: {rows[name]} and {row}")
    return HEAD + "".join("\t".join((name, *rows[name])) + "\n" for name in sorted(rows))


def assertions(rules: Rules) -> Iterator[Assertion]:
    """Every rule of a set, as its stylesheet has it."""
    file = stylesheet_file(rules)
    for kind in ("failed-assert", "successful-report"):
        for each in etree.parse(str(file)).iter(f"{_SVRL}{kind}"):
            said = {str(name.get("name")): name.text or "" for name in each.findall(f"{_XSL}attribute")}
            template = next(each.iterancestors(f"{_XSL}template"))
            text = each.find(f"{_SVRL}text")
            assert text is not None
            words = " ".join("".join(str(part) for part in text.itertext()).split())
            context = str(template.get("match"))
            yield Assertion(rules, said.get("id", ""), context, str(each.get("test") or said.get("test")), words)


def rows_of(assertion: Assertion) -> Iterator[tuple[str, Row]]:
    name = assertion.name
    if name is None:
        for path in _ways(assertion.context):
            yield key(path, assertion.text), _by_shape(path, shape_of(assertion.text))
    elif name in TABLE["sentences"]:
        yield name, tuple(TABLE["sentences"][name])
    elif name.startswith(("UBL-CR", "UBL-SR", "UBL-DT")):
        yield name, _of_ubl(assertion)
    else:
        yield name, _of_the_norm(name)


def _of_the_norm(name: str) -> Row:
    bound = _BOUND.fullmatch(name)
    plain = name if not bound else f"BR-{bound[1]}" if "-BR-" in name else f"BR-CO-{bound[1]}"
    if term := TABLE["missing"].get(plain):
        return term, f"The {TERMS[term].name} is missing."
    if term := TABLE["decimals"].get(plain):
        return term, f"The {TERMS[term].name} has more than two digits after the point."
    if plain in TABLE["sentences"]:
        return tuple(TABLE["sentences"][plain])
    family = _FAMILY.fullmatch(name)
    if family is None:
        raise ValueError(f"{name} has no words: give it some in sentences.toml.")
    about, sentence = TABLE["families"][family[2]]
    return about, sentence.format(**_of_category(family[1]))


def _of_category(category: str) -> dict[str, str]:
    numbers = "the seller's VAT number, or number at the tax office, is needed"
    if category in {"AE", "IC"}:
        numbers = "the VAT numbers of seller and buyer are needed"
    if category == "O":
        numbers = "no VAT numbers of seller and buyer may be given"
    taxed = category in _WITH_VAT
    rate = "its VAT rate must be above zero" if taxed else "its VAT rate must be zero"
    reason = "the reason why there is no VAT must be given"
    return {
        "category": TABLE["categories"][category],
        "numbers": numbers,
        "rate": "no VAT rate may be given" if category == "O" else rate,
        "amount": "is not its base times its rate" if taxed else "must be zero",
        "reason": "no reason may be given why there is no VAT" if taxed or category == "Z" else reason,
    }


def _of_ubl(assertion: Assertion) -> Row:
    """Most say what UBL has and EN 16931 does not, or what may be there but once."""
    if found := _COUNT.fullmatch(assertion.test):
        path, most = _path(found[1]), int(found[2])
        words = _field(_PREFIX.sub("", _CONDITION.sub("", assertion.context.partition(" | ")[0])).lstrip("/"), path)
        return f"{path}#{most + 1}", f"The {words} is given more than {_times(most)}."
    found = _NOT.fullmatch(assertion.test)
    if found is None:
        raise ValueError(f"{assertion.name} has no words: give it some in sentences.toml.")
    path = _path(found[1])
    steps, _, attribute = path.partition("@")
    words = _field("", steps.strip("/")) if steps.strip("/") else ""
    if attribute:
        whose = f" of the {words}" if words else ""
        return path, f"EN 16931 has no place for the {attribute_words(attribute)} ({attribute}){whose}: {PASSED_OVER}."
    return path, f"EN 16931 has no place for the {words}: {PASSED_OVER}."


def _path(expression: str) -> str:
    """An XPath as plain names: what holds of each, and prefixes, left out."""
    plain = _PREFIX.sub("", _CONDITION.sub("", expression)).replace(" ", "")
    plain = re.sub(r"^\(+([\w|]+)\)/+", r"\1/", plain).strip("()")
    return plain.replace("/@", "@")


def _field(context: str, path: str) -> str:
    names = [name for name in (*context.split("/"), *path.strip("/").split("/")) if name]
    first = names[0] if names else ""
    names = ["InvoiceLine" if name in _LINES else name.partition("|")[0] for name in names]
    return field_words(names[1:] if first in {"Invoice", "ubl:Invoice"} else names, in_cii=False)


def _ways(context: str) -> Iterable[list[str]]:
    """Names on the way to where a rule looks. Of a discount or charge it is said which, or both are meant."""
    ways: list[list[str]] = [[]]
    for step in re.findall(r"/(?:\w+:)?(\w+)((?:\[[^]]*\])*)", _inner(context))[1:]:
        ways = [[*way, name] for way in ways for name in _marked(*step)]
    return ways


def _inner(context: str) -> str:
    """Conditions hold paths of their own, which are not the way: only their last word matters."""
    return re.sub(r"\[([^]]*)\]", lambda found: f"[{found[1].replace('/', ' ')}]", context)


def _marked(name: str, condition: str) -> list[str]:
    if name not in _ADJUSTMENTS:
        return [name]
    if "not(" in condition or "Indicator" not in condition:
        return [f"{name}:discount", f"{name}:charge"]
    return [f"{name}:{'charge' if 'true' in condition else 'discount'}"]


def _by_shape(path: list[str], shape: str) -> Row:
    words = field_words(path, in_cii=True)
    kind, _, rest = shape.partition(" ")
    if kind == "unused" and not rest:
        return "", f"This profile has no place for the {words}."
    if kind == "most":
        most, _, name = rest.partition(" ")
        below, told = _below(path, name)
        return f"{below}#{int(most) + 1}", f"The {told} is given more than {_times(int(most))}."
    if rest.startswith("@"):
        return rest, _of_attribute(kind, rest[1:], words)
    if kind == "needs":
        below, told = _below(path, rest)
        return below, f"The {told} is missing.", f"The {told} is given more than once."
    if kind == "code":
        about = "" if rest == path[-1].partition(":")[0] else rest
        told = words if not about else field_words([*path, rest], in_cii=True)
        return about, f"The {told} is {{value}}, which is none of the codes that are allowed there."
    raise ValueError(f"Nobody knows what is meant by “{shape}” of {'/'.join(path)}.")


def _below(path: list[str], name: str) -> tuple[str, str]:
    plain, _, variant = name.partition("[")
    kind = {"true]": ":charge", "false]": ":discount"}.get(variant, "")
    words = field_words([*path, plain + kind], in_cii=True)
    special = TABLE["variants"].get(variant.rstrip("]"), "") if variant and not kind else ""
    return plain, f"{words} {special}".strip()


def _of_attribute(kind: str, name: str, words: str) -> str:
    if kind == "needs":
        return f"The {words} does not say its {attribute_words(name)} ({name})."
    if kind == "unused":
        return f"The {words} may not say its {attribute_words(name)} ({name}): this profile has no place for it."
    return f"The {attribute_words(name)} of the {words} is {{value}}, which is none of the codes for it."


def _times(most: int) -> str:
    return {1: "once", 2: "twice"}.get(most, f"{most} times")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
