"""The proof: how far the answers of a release are from rows that they may not look at."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.validation.charts import Chart, digest_in, digest_of, draw
from pricing.validation.checkpoints.page import checkpoints_page
from pricing.validation.disaggregation.page import disaggregation_page
from pricing.validation.first_tokens.page import first_tokens_page
from pricing.validation.layouts.page import layouts_part
from pricing.validation.memory.page import memory_page
from pricing.validation.page_inference import inference_page
from pricing.validation.page_training import training_page
from pricing.validation.prefix_caching.page import prefix_caching_page
from pricing.validation.reading.page import reading_page
from pricing.validation.scale_out.page import scale_out_page
from pricing.validation.scores import alike
from pricing.validation.speculation.page import speculation_page
from pricing.validation.tuning.page import tuning_page

PAGE, PICTURE = "validation.md", "validation.svg"


class Validation(Struct, frozen=True):
    """The page of a release, and the points of its picture."""

    page: str
    chart: Chart


def validate(catalog: Catalog) -> Validation:
    """Predict every published row of a release without it, and say how far off that is."""
    inference, training = inference_page(catalog), training_page(catalog)
    parts = [
        INTRODUCTION.format(
            name=catalog.name,
            digest=catalog.digest[:12],
            rows=inference.measurement_count,
            runs=training.run_count,
        ),
        *inference.parts,
        *memory_page(catalog),
        *first_tokens_page(catalog),
        *training.parts,
        *layouts_part(catalog),
        *tuning_page(catalog),
        *checkpoints_page(catalog),
        *speculation_page(catalog),
        *disaggregation_page(catalog),
        *prefix_caching_page(catalog),
        *reading_page(catalog),
        *scale_out_page(catalog),
    ]
    return Validation(
        "\n\n".join(parts) + "\n", Chart(inference.plotted, training.mfu, training.device_hours)
    )


def write(found: Validation, directory: Path) -> None:
    """Write the page and its picture."""
    (directory / PAGE).write_text(found.page, encoding="utf-8")
    (directory / PICTURE).write_text(draw(found.chart, found.page), encoding="utf-8")


def stale(found: Validation, directory: Path) -> list[str]:
    """The files of a directory that say something else, or are missing.

    The page is compared by its words, and by its numbers up to what another processor's last
    digits do to them; the picture by the page that it was drawn for.
    """
    page, picture = _read(directory / PAGE), _read(directory / PICTURE)
    files: Mapping[str, bool] = {
        PAGE: alike(page, found.page),
        PICTURE: digest_in(picture) == digest_of(page),
    }
    return [name for name, same in files.items() if not same]


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


INTRODUCTION = """# Validation

Generated from the tables by `make validation`; `make check` fails when it is stale. Release {name},
digest {digest}….

The constants of the roofline are fitted to {rows} measured rows, the trend of training to {runs}
published runs. [The model](model.md) says how. **Nothing that predicts a row here was fitted to
it.** For each group left out, the constants are fitted anew without the group. The question then
goes to a release without it, through the code that answers callers. Two things have seen all rows:
the weights that say how far evidence reaches and how wide intervals are, and the priors of the
constants. The weights were chosen by leaving out these same groups (but not architectures).

Errors are ratios: 20% means off by a factor of 1.2 either way. The relative errors beside them are
|predicted / published − 1|, as most estimators print them: a prediction of half is off by 50%, not
100%. [Measurements](#measurements-that-no-release-holds) and [runs](#runs-that-no-release-holds)
that no release holds are asked besides."""
