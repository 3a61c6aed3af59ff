"""Scores of fine-tuning: peaks, speeds and refusals of published runs, asked as they ran."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import Struct

from pricing.calibration.published.rows import asked_in, weighted_quantile
from pricing.calibration.published.tuning import Run, published_runs
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.lists import rows_of
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.quote import run_costs
from pricing.sweeps.query import RunScenario

COUNTED = "counted_runs.csv"
"""What `python -m bench.on_device --only counting` wrote."""

LOOSE = 1e9
"""The error of a run that is refused."""

QUARTER = 0.25
MUCH_FASTER = 1.05
"""How much one of a pair has to be faster for its order to say anything."""

ORDER = ("lora", "qlora", "int8_lora")


class Asked(Struct, frozen=True):
    """A run with its answer, None where it was refused."""

    run: Run
    answer: RunCostAnswer | None

    @property
    def peak_error(self) -> float:
        """|predicted / published − 1| of the peak memory."""
        if self.answer is None:
            return LOOSE
        return self.answer.memory.used_gibibytes / (self.run.peak_gibibytes or LOOSE) - 1.0

    @property
    def tensors_error(self) -> float:
        """|predicted / counted − 1| of the peak of tensors, without the framework's own."""
        if self.answer is None:
            return LOOSE
        tensors = self.answer.memory.used_gibibytes - self.answer.memory.runtime_gibibytes
        return tensors / (self.run.peak_gibibytes or LOOSE) - 1.0

    @property
    def speed_error(self) -> float:
        """|predicted / published − 1| of the tokens a second."""
        if self.answer is None:
            return LOOSE
        published = self.run.tokens_per_second or LOOSE
        return self.answer.compute.tokens_per_second_per_device / published - 1.0

    @property
    def seconds(self) -> float:
        """Predicted, of a token on a device."""
        if self.answer is None:
            return LOOSE
        return 1.0 / self.answer.compute.tokens_per_second_per_device


class Score(Struct, frozen=True):
    """Errors with every source weighing alike."""

    count: int
    sources: int
    median: float
    ninth: float
    within_quarter_fraction: float


class Pairs(Struct, frozen=True):
    """Pairs of runs of one job by different methods: how many, and of how many the order is right.

    ratio_error: of the ratio of their speeds, the median.
    """

    count: int
    right: int
    ratio_error: float


def asked_runs(catalog: Catalog) -> list[Asked]:
    """Every published run, asked of a release as its source ran it."""
    return asked_of(catalog, published_runs())


def counted_runs(catalog: Catalog) -> list[Asked]:
    """Every step whose tensors were counted, asked of a release alike."""
    rows = rows_of("pricing.validation.sections", COUNTED)
    return asked_of(catalog, asked_in(rows, Run, RunScenario))


def asked_of(catalog: Catalog, runs: Sequence[Run]) -> list[Asked]:
    """Every one of some runs, asked of a release as it ran; None where it is refused."""
    library = Library([catalog])
    found = []
    for run in runs:
        try:
            found.append(Asked(run, run_costs(run.question, library)))
        except Refusal:
            found.append(Asked(run, None))
    return found


def peaks(asked: Sequence[Asked]) -> list[Asked]:
    """The runs that ran and print their peak."""
    return [one for one in asked if one.run.peak_gibibytes and not one.run.is_oom]


def speeds(asked: Sequence[Asked]) -> list[Asked]:
    """The runs that ran and print their tokens a second."""
    return [one for one in asked if one.run.tokens_per_second and not one.run.is_oom]


def score(errors: Sequence[tuple[str, float]]) -> Score:
    """The score of errors with their sources."""
    counts = Counter(source for source, _ in errors)
    weighed = [(abs(error), 1.0 / counts[source]) for source, error in errors]
    return Score(
        count=len(errors),
        sources=len(counts),
        median=weighted_quantile(weighed, 0.5),
        ninth=weighted_quantile(weighed, 0.9),
        within_quarter_fraction=sum(weight for error, weight in weighed if error <= QUARTER)
        / len(counts),
    )


def pairs_of(asked: Sequence[Asked]) -> Pairs:
    """Pairs of one job by LoRA, QLoRA and INT8 LoRA."""
    right, errors = 0, []
    for first, second in _pairs(asked):
        published = _seconds(second.run) / _seconds(first.run)
        predicted = second.seconds / first.seconds
        right += predicted > 1.0
        errors.append(abs(predicted / published - 1.0))
    errors.sort()
    return Pairs(len(errors), right, errors[len(errors) // 2] if errors else 0.0)


def _pairs(asked: Sequence[Asked]) -> Iterator[tuple[Asked, Asked]]:
    """The slower method second, of pairs whose published order is that of the methods."""
    jobs: dict[tuple[object, ...], list[Asked]] = defaultdict(list)
    for one in asked:
        if one.answer and one.run.scenario.method in ORDER and _seconds(one.run):
            jobs[one.run.job].append(one)
    for same in jobs.values():
        for first, second in combinations(same, 2):
            ranks = [ORDER.index(each.run.scenario.method) for each in (first, second)]
            if ranks[0] == ranks[1]:
                continue
            low, high = (first, second) if ranks[0] < ranks[1] else (second, first)
            if _seconds(high.run) > MUCH_FASTER * _seconds(low.run):
                yield low, high


def _seconds(run: Run) -> float:
    """Published, of a token or of a job: comparable within a job."""
    if run.tokens_per_second:
        return 1.0 / run.tokens_per_second
    return run.seconds or 0.0
