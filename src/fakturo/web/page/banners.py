"""What everybody should know before anything else: why nothing is converted just now, or soon may not be."""

from dataclasses import dataclass
from datetime import datetime

from fakturo.web.health import Health
from fakturo.web.page.languages import Language, mark

BUSY = mark("Converter busy.")
MODEL_BUSY = mark("Language model busy.")
PAUSED = mark("Paused.")
WARNING = mark("Warning.")
RESUMES = mark("Jobs will resume automatically.")


@dataclass(frozen=True, slots=True)
class Banner:
    strong: str
    text: str
    due: datetime | None = None
    """When the converter is tried next."""


def banner_of(health: Health, speaks: Language) -> Banner | None:
    say = speaks.gettext
    for breaker in health.breakers:
        if breaker.state == "open":
            busy = MODEL_BUSY if breaker.pipeline == "llm" else BUSY
            return Banner(say(busy), say(RESUMES), breaker.due_at)
    for pause in health.pauses:
        if pause.reason == "breaker":
            continue  # its trials are under way
        return Banner(say(PAUSED), f"{say(pause.why)} {say(RESUMES)}")
    for warning in health.warnings:
        return Banner(say(WARNING), say(warning))
    return None
