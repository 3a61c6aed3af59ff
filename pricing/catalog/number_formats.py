"""Number formats by their spellings: what holds their values, and the bits of a weight."""

from collections.abc import Mapping

from pricing.lists import rows_of

_ROWS = rows_of("pricing.catalog", "number_formats.csv")

NUMBER_FORMATS: Mapping[str, tuple[str, float | None]] = {
    row["spelling"]: (row["precision"], float(row["weight_bits"]) if row["weight_bits"] else None)
    for row in _ROWS
}
"""By plain spelling: the narrowest format that holds the values, and the mean bits per weight of a
file, None where they are those of the format.

Source: llama.cpp, README of its quantize tool, for Llama 2 70B; Q2_K and IQ for Llama 3.1 8B;
legacy formats from their blocks; names without a grade from its list of types. Q3_K to Q5_K without
a grade are the medium grades.
"""

GGUF: dict[str, tuple[str, float]] = {
    row["spelling"]: (row["precision"], float(row["weight_bits"]))
    for row in _ROWS
    if row["engine"] == "llama.cpp"
}
"""Those of llama.cpp, as they stand in file names."""
