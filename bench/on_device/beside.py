"""`python -m bench.on_device.beside FILE`: what is answered beside each step of a table."""

import csv
import sys
from pathlib import Path

from pricing.calibration.published.rows import asked_in
from pricing.calibration.published.tuning import Run
from pricing.catalog.library import Library
from pricing.sweeps.query import RunScenario
from pricing.validation.scores import markdown
from pricing.validation.sections.tuning_scores import asked_of


def main() -> None:
    """A table of peaks [GiB] and tokens a second, measured and answered."""
    lines = []
    with Path(sys.argv[1]).open(encoding="utf-8", newline="") as file:
        runs = asked_in(csv.DictReader(file), Run, RunScenario)
    for one in asked_of(Library.load().get(None), runs):
        run, answer = one.run, one.answer
        step = f"{run.step}, {run.micro_batch}"
        if answer is None:
            lines.append([step, "ran out of memory" if run.is_oom else "ran", "refused", "", ""])
            continue
        tensors = answer.memory.used_gibibytes - answer.memory.runtime_gibibytes
        speed = answer.compute.tokens_per_second_per_device
        lines.append(
            [
                step,
                *(f"{run.peak_gibibytes or 0.0:.2f}", f"{tensors:.2f}"),
                *(f"{run.tokens_per_second or 0.0:,.0f}", f"{speed:,.0f}"),
            ]
        )
    heads = ["step", "peak [GiB]", "answered", "tokens a second", "answered"]
    print(markdown("lrrrr", heads, lines))


if __name__ == "__main__":
    main()
