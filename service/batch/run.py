"""Computes the missing parts of a directory."""

from service.batch.part_files import PartDirectory
from service.batch.progress import Bar
from service.batch.runners import Runner


def run_missing(directory: PartDirectory, runner: Runner) -> int:
    """Compute the missing parts, check the whole, and return how many were missing.

    Raises BatchError where a part is missing or failed; finished parts stay.
    """
    counts = [part.row_count for part in directory.manifest.parts]
    missing = directory.missing()
    done = directory.manifest.row_count - sum(counts[index] for index in missing)
    bar = Bar(directory.manifest.row_count)
    bar.show(done)
    try:
        if missing:
            directory.mark(is_complete=False)
            for index in runner(directory, missing):
                done += counts[index]
                bar.show(done)
    finally:
        bar.end()
    directory.finish()
    return len(missing)
