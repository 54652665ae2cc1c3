"""How many jobs a worker may hold beside those that it runs.

Where jobs take a millisecond, most of what they cost is to be claimed and settled one by one. A worker that holds a few
more than it runs claims and settles several with one statement. It holds no more than it will have done in a moment, so
that nobody waits who would have been served elsewhere: none, where jobs take as long as conversions do.
"""

from collections.abc import Collection

MOMENT_SECONDS = 0.02
MOST_AHEAD = 50
"""Of jobs that take no time: what the worker itself does for so many takes most of a moment."""
REMEMBERED = 20
"""Of so many jobs done last the durations count. One slow job among them is enough for none ahead."""


def jobs_ahead(recent_seconds: Collection[float], slots: int) -> int:
    """As many as the slots will have done in a moment, if they take as long as the last ones did."""
    if not recent_seconds:
        return 0
    mean = sum(recent_seconds) / len(recent_seconds)
    in_turn = int(MOMENT_SECONDS / mean) if mean * MOST_AHEAD > MOMENT_SECONDS else MOST_AHEAD
    return min(slots * in_turn, MOST_AHEAD)
