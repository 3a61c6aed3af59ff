"""The health of the service: degraded parts, and whether it is down."""


class HealthState:
    """Known faults by part.

    Degraded: answers are right and on time, but a part is missing. Broken: the service should get
    no requests.
    """

    def __init__(self) -> None:
        self._degraded: dict[str, str] = {}
        self.broken: str | None = None

    def degraded(self, part: str, detail: str) -> None:
        """Mark a part as degraded."""
        self._degraded[part] = detail

    def recovered(self, part: str) -> None:
        """Mark a part as working again."""
        self._degraded.pop(part, None)

    def stop(self, detail: str) -> None:
        """Mark the service as broken."""
        self.broken = detail

    @property
    def reasons(self) -> dict[str, str]:
        """The degraded parts with their reasons."""
        return dict(self._degraded)
