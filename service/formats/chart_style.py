"""The style of charts: fonts, sizes and colours."""

from collections.abc import Mapping
from typing import Any

STYLE: Any = {
    "font.family": "sans-serif",
    "font.sans-serif": ["Helvetica", "Arial", "DejaVu Sans"],
    "font.size": 11.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.titleweight": "bold",
    "grid.color": "#e3e3e3",
    "legend.frameon": False,
    "text.parse_math": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "unitcost",
}

SIZE_INCHES = (9.0, 7.2)
DOTS_PER_INCH = 110

COLOURS: Mapping[str, str] = {
    "compute_base": "#0b4f8a",
    "compute_burst": "#56a3d9",
    "redundancy": "#a9cbe5",
    "startup": "#d5e6f3",
    "spot_cover": "#7fc8c2",
    "instance_unused": "#f0a35e",
    "commitment_unused": "#d55e00",
    "depreciation": "#0b4f8a",
    "write_off": "#d55e00",
    "hosting": "#7a9c3d",
    "operations": "#c3d69b",
    "energy": "#e6b800",
    "network_egress": "#9467bd",
    "storage": "#c5b0d5",
    "staff": "#8c6d5a",
    "training": "#c46fa0",
    "other": "#9a9a9a",
}
"""The colours of line items."""

LINES = ("#000000", "#b3003c", "#006d4e", "#6a4fb3", "#8a5a00", "#555555")
DASHES = ("--", "-.", ":")

SMALL_FRACTION = 0.01
"""Line items below this share of the total are drawn together."""

MOST_LINES = len(LINES)
"""The most alternatives that are drawn."""

MOST_TICKS = 12

LONGEST_NAME = 40
"""Room for the name of an alternative [characters]."""

TITLE_WIDTH = 76
"""Room for a line of the title [characters]."""

ROOM_PER_LINE = 0.14
"""Height of a line of text, as a share of the lower chart."""
