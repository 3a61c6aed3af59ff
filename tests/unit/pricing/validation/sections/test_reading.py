"""Published throughputs of encoders beside what is answered."""

from statistics import median

from pricing.calibration.published.reading import fit_reading, readings
from pricing.catalog.library import Library
from pricing.serving.constants import read_key
from pricing.validation.sections.reading import answers, reading_page


def test_the_best_engines_are_met(library: Library) -> None:
    """Of large batches in 16 bits, the kept sources too, but for reference code."""
    found = [
        abs(one.error_log)
        for one in answers(library.get(None))
        if one.reading.batch >= 8.0
        and one.reading.precision == "fp16"
        and one.reading.engine != "sentence-transformers"
    ]

    assert len(found) >= 60
    assert median(found) < 0.16


def test_encoders_in_8_bits_are_met(library: Library) -> None:
    """They gain all that the arithmetic does, with one document at a time too."""
    narrow = [
        one.error_log for one in answers(library.get(None)) if one.reading.precision == "int8"
    ]

    assert abs(median(narrow)) < 0.1
    assert median(abs(error) for error in narrow) < 0.2


def test_every_row_is_answered_and_on_the_page(library: Library) -> None:
    catalog = library.get(None)
    page = "\n".join(reading_page(catalog))

    assert len(answers(catalog)) == len(readings())
    assert "source kept aside" in page


def test_the_constants_are_those_of_the_fit(library: Library) -> None:
    catalog = library.get(None)

    for constant in fit_reading(catalog):
        key = read_key(constant.name, constant.precision)
        assert catalog.constants[key] == constant.value
