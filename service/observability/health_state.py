"""How the service is: what it can do without, and what it cannot."""


class HealthState:
    """What is known to be wrong, by part.

    Degraded: answers are right and on time, but something is missing that an operator wants
    back. Broken: the service should not be asked.
    """

    def __init__(self) -> None:
        self._degraded: dict[str, str] = {}
        self.broken: str | None = None

    def degraded(self, part: str, detail: str) -> None:
        """A part does not work, and the service does without."""
        self._degraded[part] = detail

    def recovered(self, part: str) -> None:
        """A part works again."""
        self._degraded.pop(part, None)

    def stop(self, detail: str) -> None:
        """The service should not be asked any more."""
        self.broken = detail

    @property
    def reasons(self) -> dict[str, str]:
        """What the service does without, by part."""
        return dict(self._degraded)
