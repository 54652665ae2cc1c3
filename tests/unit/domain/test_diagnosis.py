"""What the doctor makes of how the system stands."""

from typing import Any

from fakturo.domain.diagnosis import diagnose

WELL: dict[str, Any] = {
    "waiting": 0,
    "pauses": [],
    "breakers": [],
    "processes": [{"process": "worker a", "slots": 3, "clock_ahead_seconds": 0.0}],
    "stuck": [],
    "blocked": 0,
    "connections": 1,
    "max_connections": 100,
    "poison": [],
    "bad_mappings": [],
}


def pause(what: str, who: str, **more: str) -> dict[str, Any]:
    full = {
        "reason": "disk",
        "why": "The disk is nearly full.",
        "since": "2026-01-01T09:00:00",
        "until": "2026-01-01T09:01:00",
    }
    return {"what": what, "who": who} | full | more


def test_a_full_disk_is_told_once_whoever_noticed_it_and_with_what_to_do() -> None:
    pauses = [pause(what, who) for who in ("web vm", "vm:1:a") for what in ("claims", "uploads")]
    ((about, sentence),) = diagnose(WELL | {"waiting": 2, "pauses": pauses}, answered_in=0.1)
    assert about == "paused"
    assert sentence == (
        "claims and uploads, by vm:1:a and web vm since 09:00, until there is room: "
        "The disk is nearly full. 2 jobs wait. "
        "Make room: fakturo sweep, a shorter PDF_TTL_DAYS or XML_TTL_DAYS, or a larger disk."
    )


def test_a_pause_by_a_person_is_told_by_itself() -> None:
    by_hand = pause("claims", "anna", reason="operator", why="The machine moves.", until="")
    told = [
        sentence for _, sentence in diagnose(WELL | {"pauses": [pause("uploads", "web vm"), by_hand]}, answered_in=0.1)
    ]
    assert told[1] == "claims, by anna (operator) since 09:00: The machine moves. 0 jobs wait."
