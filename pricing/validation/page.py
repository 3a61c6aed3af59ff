"""The proof: how far the answers of a release are from rows that they may not look at."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.validation.charts import Chart, digest_in, digest_of, draw
from pricing.validation.fingerprint import MARK, fingerprint, fingerprint_in
from pricing.validation.page_inference import inference_page
from pricing.validation.page_training import training_page
from pricing.validation.scores import alike
from pricing.validation.sections.checkpoints import checkpoints_page
from pricing.validation.sections.disaggregation import disaggregation_page
from pricing.validation.sections.first_tokens import first_tokens_page
from pricing.validation.sections.images import images_page
from pricing.validation.sections.layouts import layouts_part
from pricing.validation.sections.memory import memory_page
from pricing.validation.sections.prefix_caching import prefix_caching_page
from pricing.validation.sections.reading import reading_page
from pricing.validation.sections.scale_out import scale_out_page
from pricing.validation.sections.speculation import speculation_page
from pricing.validation.sections.tuning import tuning_page
from pricing.validation.texts import told

PAGE, PICTURE = "validation.md", "validation.svg"


class Asked(Struct, frozen=True):
    """The sections that ask a release as it is, and the fingerprint of the others."""

    text: str
    fingerprint: str


class Validation(Struct, frozen=True):
    """The page of a release, and the points of its picture.

    refitted: the sections for which the constants are fitted anew, hundreds of times.
    """

    refitted: str
    asked: Asked
    chart: Chart

    @property
    def page(self) -> str:
        """The whole of it."""
        mark = MARK.format(fingerprint=self.asked.fingerprint)
        return f"{self.refitted}\n\n{self.asked.text}\n\n{mark}\n"


def validate(catalog: Catalog) -> Validation:
    """Predict every published row of a release without it, and say how far off that is."""
    inference, training = inference_page(catalog), training_page(catalog)
    parts = [
        told(
            "page.introduction",
            name=catalog.name,
            digest=catalog.digest[:12],
            rows=inference.measurement_count,
            runs=training.run_count,
        ),
        *inference.parts,
        *first_tokens_page(catalog),
        *training.parts,
    ]
    return Validation(
        "\n\n".join(parts),
        asked(catalog),
        Chart(inference.plotted, training.mfu, training.device_hours),
    )


def asked(catalog: Catalog) -> Asked:
    """What can be told in seconds."""
    parts = [
        *memory_page(catalog),
        *layouts_part(catalog),
        *tuning_page(catalog),
        *checkpoints_page(catalog),
        *speculation_page(catalog),
        *disaggregation_page(catalog),
        *prefix_caching_page(catalog),
        *reading_page(catalog),
        *images_page(catalog),
        *scale_out_page(catalog),
    ]
    return Asked("\n\n".join(parts), fingerprint(catalog))


def write(found: Validation, directory: Path) -> None:
    """Write the page and its picture."""
    (directory / PAGE).write_text(found.page, encoding="utf-8")
    (directory / PICTURE).write_text(draw(found.chart, found.page), encoding="utf-8")


def stale(found: Asked, directory: Path) -> list[str]:
    """The files of a directory that say something else, or are missing.

    Sections that ask the release as it is are compared by their words, and by their numbers up to
    what another processor's last digits do to them. Those for which the constants are fitted
    anew are compared by their fingerprint, the picture by the page that it was drawn for.
    """
    page, picture = _read(directory / PAGE), _read(directory / PICTURE)
    heading, _, _ = found.text.partition("\n")
    told, _, _ = page[page.find(heading) :].partition("\n\n<!--")
    files: Mapping[str, bool] = {
        PAGE: fingerprint_in(page) == found.fingerprint and alike(told, found.text),
        PICTURE: digest_in(picture) == digest_of(page),
    }
    return [name for name, same in files.items() if not same]


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""
