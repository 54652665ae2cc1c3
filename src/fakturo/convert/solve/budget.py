"""How long a search may go on: counted in steps, not in seconds, so that a page is read alike every time."""

from dataclasses import dataclass

STEPS = 6_000
"""For the numbers of one invoice. Most real ones take a few, the busiest of 165 took 4,600; so many take a second."""


@dataclass(slots=True)
class Budget:
    left: int = STEPS
    ran_out: bool = False
    """Something was not tried: what was found may not be the best."""

    def allows(self, steps: int = 1) -> bool:
        """Take so many steps, if there are as many left."""
        if steps > self.left:
            self.ran_out = True
            return False
        self.left -= steps
        return True
