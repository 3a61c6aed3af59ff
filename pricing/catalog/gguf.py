"""Number formats of llama.cpp (GGUF), by their names in file names."""

GGUF: dict[str, tuple[str, float]] = {
    "q8-0": ("int8", 8.5),
    "q8-k-xl": ("int8", 9.4),
    "q6-k": ("int8", 6.56),
    "q6-k-l": ("int8", 6.56),
    "q6-k-xl": ("int8", 6.56),
    "q5-1": ("int8", 6.0),
    "q5-k": ("int8", 5.65),
    "q5-k-m": ("int8", 5.65),
    "q5-k-l": ("int8", 5.65),
    "q5-k-xl": ("int8", 5.65),
    "q5-0": ("int8", 5.5),
    "q5-k-s": ("int8", 5.5),
    "q4-1": ("int4", 5.0),
    "q4-k": ("int4", 4.8),
    "q4-k-m": ("int4", 4.8),
    "q4-k-l": ("int4", 4.8),
    "q4-k-xl": ("int4", 4.8),
    "iq4-nl": ("int4", 4.68),
    "q4-k-s": ("int4", 4.53),
    "q4": ("int4", 4.5),
    "q4-0": ("int4", 4.5),
    "iq4-xs": ("int4", 4.46),
    "q3-k-l": ("int4", 4.19),
    "q3-k-xl": ("int4", 4.19),
    "q3-k": ("int4", 3.85),
    "q3-k-m": ("int4", 3.85),
    "iq3-m": ("int4", 3.76),
    "iq3-s": ("int4", 3.66),
    "iq3-xs": ("int4", 3.5),
    "q3-k-s": ("int4", 3.47),
    "iq3-xxs": ("int4", 3.25),
    "q2-k": ("int4", 3.16),
    "q2-k-l": ("int4", 3.16),
    "q2-k-xl": ("int4", 3.16),
    "q2-k-s": ("int4", 2.97),
    "q2-k-xs": ("int4", 2.97),
    "iq2-m": ("int4", 2.93),
    "iq2-s": ("int4", 2.74),
    "iq2-xs": ("int4", 2.59),
    "iq2-xxs": ("int4", 2.38),
    "iq1-m": ("int4", 2.15),
    "tq2-0": ("int4", 2.06),
    "iq1-s": ("int4", 2.0),
    "tq1-0": ("int4", 1.69),
}
"""Formats by plain spelling: the narrowest format that holds the values, and the mean bits per
weight of a file. Q3_K to Q5_K without a grade are the medium grades.

Source: llama.cpp, README of its quantize tool, for Llama 2 70B; Q2_K and IQ for Llama 3.1 8B;
legacy formats from their blocks; names without a grade from its list of types.
"""
