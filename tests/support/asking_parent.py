"""A sandbox parent whose children, instead of reading a PDF, ask the directory what the file says, and write it down.

They are confined like all others; only what they do with a file is different.
"""

import json
import os
from typing import IO, Any

from fakturo.convert.directory.question import PartyQuestion, Question, Role
from fakturo.convert.directory.question_json import answer_as_json
from fakturo.convert.engine import Data
from fakturo.gateway.child.conversation import Conversation
from fakturo.gateway.child.serve import TASKS
from fakturo.gateway.sandbox import parent
from fakturo.gateway.sandbox.messages import Convert, Done, LookUp

MODULE = "tests.support.asking_parent"


def _ask(gateway: Conversation, _task: Convert, file: Data, *outs: IO[bytes]) -> Done:
    wanted: dict[str, Any] = json.loads(bytes(file))
    if "nonsense" in wanted:
        gateway.ask(LookUp(wanted["nonsense"]))
    parties = tuple(PartyQuestion(Role(role), name, number) for role, name, number in wanted["parties"])
    answer = gateway.lookup(Question(parties, tuple(wanted.get("units", ()))))
    outs[0].write(json.dumps({**answer_as_json(answer), "pid": os.getpid()}).encode())
    return Done(("invoice",))


if __name__ == "__main__":
    TASKS[Convert] = _ask  # not for whoever only imports this
    parent.main()
