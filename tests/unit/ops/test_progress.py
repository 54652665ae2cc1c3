import io

import pytest

from fakturo.ops.progress import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_what_is_printed_into_a_file_arrives_there_while_a_bar_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, file = Terminal(), io.StringIO()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("sys.stdout", file)
    with progress("Converting", 2) as advance:
        print("an id")  # noqa: T201
        advance()
    assert file.getvalue() == "an id\n"
    assert "Converting" in screen.getvalue()
