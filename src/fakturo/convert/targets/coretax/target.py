"""Coretax as a target of mappings."""

import datetime as dt
from collections.abc import Sequence

from lxml import etree

from fakturo.convert.targets.coretax.lists import load_lists
from fakturo.convert.targets.coretax.prepare import ask, prepare
from fakturo.convert.targets.coretax.rules import findings
from fakturo.convert.targets.coretax.values import Values
from fakturo.convert.targets.target import Finding, Target

EASTERN_INDONESIA = dt.timezone(dt.timedelta(hours=9))
"""Where a day begins first."""


def check(root: etree._Element) -> Sequence[Finding]:
    """The only look at a clock: nothing but a warning hangs on it."""
    return findings(root, dt.datetime.now(EASTERN_INDONESIA).date())


CORETAX = Target(name="coretax", values=Values, ask=ask, prepare=prepare, check=check, load=load_lists)
