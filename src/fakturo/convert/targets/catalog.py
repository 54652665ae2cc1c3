"""Every target, by the name that mappings call it."""

from fakturo.convert.targets.coretax.target import CORETAX
from fakturo.convert.targets.en16931 import CII, UBL
from fakturo.convert.targets.invoice import INVOICE
from fakturo.convert.targets.layout import LAYOUT
from fakturo.convert.targets.report import REPORT
from fakturo.convert.targets.target import Target

TARGETS: dict[str, Target] = {target.name: target for target in (CII, CORETAX, INVOICE, LAYOUT, REPORT, UBL)}
