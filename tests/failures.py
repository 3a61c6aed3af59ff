"""Jobs that stop at random, run through event by event.

Nothing here knows the algebra of pricing.formulas.interruption: a clock runs, stops come at
exponential times whatever the job is doing, and what they cost is what passes on the clock.
Many runs are gone through side by side.
"""

import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Times = NDArray[np.float64]


@dataclass(frozen=True)
class Job:
    """A job and what stops it [seconds]; preempted: the share of its stops that take capacity."""

    mtbf: float
    interval: float
    checkpoint: float
    restart: float
    preempted: float = 0.0
    wait: float = 0.0


class Clock:
    """Many runs of one job side by side, each at its own time."""

    def __init__(self, job: Job, runs: int, seed: str) -> None:
        self.job = job
        self.lots = np.random.default_rng(zlib.crc32(seed.encode()))
        self.now = np.zeros(runs)
        self.waited = np.zeros(runs)
        self.next_stop = self.lots.exponential(job.mtbf, runs)

    def segment(self, seconds: float) -> None:
        """Work and a checkpoint in every run, and again after each stop."""
        runs = np.arange(self.now.size)
        while runs.size:
            runs = self._stopped(runs, seconds)
            down = runs
            while down.size:
                down = self._stopped(down, self.job.restart)

    def _stopped(self, runs: NDArray[Any], seconds: float) -> NDArray[Any]:
        """Let the time pass in some runs, and say in which it met a stop."""
        ends = self.now[runs] + seconds
        stops = self.next_stop[runs] < ends
        self.now[runs] = np.minimum(ends, self.next_stop[runs])
        stopped: NDArray[Any] = runs[stops]
        taken = self.lots.random(stopped.size) < self.job.preempted
        waits = np.where(taken, self.lots.exponential(self.job.wait, stopped.size), 0.0)
        # While the run waits it holds nothing that could be lost.
        self.now[stopped] += waits
        self.waited[stopped] += waits
        self.next_stop[stopped] = self.now[stopped] + self.lots.exponential(
            self.job.mtbf, stopped.size
        )
        return stopped


def wall_clocks(job: Job, segments: int, runs: int, *, seed: str) -> Times:
    """How long so many runs of so many segments take [seconds]."""
    return clock(job, segments, runs, seed=seed).now


def clock(job: Job, segments: int, runs: int, *, seed: str) -> Clock:
    """So many runs at their end."""
    running = Clock(job, runs, seed)
    for _ in range(segments):
        running.segment(job.interval + job.checkpoint)
    return running


def mean_wall_clock(job: Job, segments: int, *, seed: str) -> float:
    """How long so many segments take in all [seconds], as runs of a hundred each."""
    return float(wall_clocks(job, 100, segments // 100, seed=seed).sum())
