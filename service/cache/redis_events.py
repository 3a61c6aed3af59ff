"""Counters, log lines and health for what happens to Redis."""

from prometheus_client import Counter, Enum

from service.cache.breaker import State
from service.logs import Log
from service.observability.health_state import HealthState
from service.observability.metrics import Metrics

STATES: tuple[State, ...] = ("closed", "half_open", "open")
REDIS = "redis"
WRITES = "redis_writes"


class RedisEvents:
    """Counts events of the store, and logs changes of its state."""

    def __init__(self, log: Log, metrics: Metrics, health_state: HealthState) -> None:
        self._log = log
        self._health_state = health_state
        self._refused: str | None = None
        self._breaker = Enum(
            "unitcost_cache_breaker",
            "The circuit breaker before Redis.",
            states=list(STATES),
            registry=metrics.registry,
        )
        self._opened = Counter(
            "unitcost_cache_breaker_opened",
            "How often the circuit before Redis was opened.",
            registry=metrics.registry,
        )
        self._writes = Counter(
            "unitcost_cache_writes",
            "Values to be written to Redis, by outcome.",
            ("outcome",),
            registry=metrics.registry,
        )
        self._is_open = False

    def breaker(self, state: State, reason: str) -> None:
        """The breaker changed its state. A failed probe is not logged again."""
        self._breaker.state(state)
        if state == "open" and not self._is_open:
            self._is_open = True
            self._opened.inc()
            self._health_state.degraded(
                REDIS, f"Redis does not answer ({reason}): nothing is cached"
            )
            self._log.warning("cache_lost", reason=reason)
        elif state == "closed" and self._is_open:
            self._is_open = False
            self._health_state.recovered(REDIS)
            self._log.info("cache_found_again")

    def writes_refused(self, reason: str) -> None:
        """The server refuses writes: full, read-only or not permitted."""
        self._writes.labels("refused").inc()
        if self._refused != reason:
            self._refused = reason
            self._health_state.degraded(
                WRITES, f"Redis refuses writes ({reason}): nothing new is cached"
            )
            self._log.warning("cache_refuses_writes", reason=reason)

    def written(self) -> None:
        """A value was written."""
        self._writes.labels("written").inc()
        if self._refused is not None:
            self._refused = None
            self._health_state.recovered(WRITES)
            self._log.info("cache_takes_writes_again")

    def write_dropped(self) -> None:
        """A value was not written: the queue was full, or the server was gone."""
        self._writes.labels("dropped").inc()
