"""Log lines, as whoever collects them gets them."""

import subprocess
import sys

PROGRAM = """
import sys
import structlog
from fakturo.ops import logs

class Noting:
    def __init__(self): self.written = []
    def write(self, text): self.written.append(text)
    def flush(self): pass
    def isatty(self): return False

sys.stderr = noting = Noting()
logs.configure("info", service="web")
structlog.get_logger().info("uploaded")
print([text[-2:] for text in noting.written])
"""


def test_a_line_is_one_write_with_its_end() -> None:
    """So that lines of several processes never mix, and each costs one call of the system's."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == repr(["}\n"])
