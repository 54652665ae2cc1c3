"""Text recognition: tesseract, started beside the parser that asks for it, with the parser's limits.

parser → gateway   {"recognise": dpi}
gateway → parser   {"draw": true} with two files, or {"unavailable": "why"}
parser → gateway   {"drawn": true} once the picture is in the first file
gateway → parser   {"recognised": true} once the table of words is in the second, or {"unavailable": "why"}
"""

import os
import shutil

from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.sandbox.link import Child, SandboxLink
from fakturo.gateway.scratch import scratch_file

_SEARCHED = "/usr/local/bin:/usr/bin:/bin"
MISSING = "Text recognition is not installed here (tesseract), so scanned pages can't be read."
FAILED = "Text recognition failed on this page."


def find_tesseract(options: GatewayOptions) -> str | None:
    return shutil.which(options.tesseract, path=_SEARCHED)


class Recogniser:
    def __init__(self, options: GatewayOptions) -> None:
        self._options = options
        self._tesseract = find_tesseract(options)

    async def serve(self, child: Child, dpi: object, sandbox: SandboxLink) -> None:
        """Carry a parser's question through to its answer."""
        if not self._tesseract or not isinstance(dpi, int):
            child.send({"unavailable": MISSING})
            return
        folder = self._options.temp_dir
        with scratch_file(folder) as picture, scratch_file(folder) as table:
            child.send({"draw": True}, (picture.fileno(), table.fileno()))
            if not await child.receive():
                return  # it died; whoever listens to it next learns of it
            os.lseek(picture.fileno(), 0, os.SEEK_SET)
            recognised = await self._run(self._command(self._tesseract, dpi), sandbox, picture.fileno(), table.fileno())
            child.send({"recognised": True} if recognised else {"unavailable": FAILED})

    def _command(self, tesseract: str, dpi: int) -> list[str]:
        return [tesseract, "stdin", "stdout", "-l", self._options.ocr_languages, "--dpi", str(dpi), "tsv"]

    @staticmethod
    async def _run(command: list[str], sandbox: SandboxLink, stdin: int, stdout: int) -> bool:
        process = sandbox.start_program(command, stdin, stdout)
        try:
            death = await process.ended
        finally:
            process.kill()  # on the way out of a cancelled request; a dead one has no pid any more
        return death.code == 0
