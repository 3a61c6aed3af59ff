"""Lists of facts that lie as CSV beside the code that reads them."""

import csv
from importlib.resources import files
from io import StringIO


def rows_of(package: str, file: str) -> list[dict[str, str]]:
    """The rows of a CSV in a package, by the names of their columns."""
    text = files(package).joinpath(file).read_text(encoding="utf-8")
    return list(csv.DictReader(StringIO(text, newline="")))
