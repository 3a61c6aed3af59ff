"""Which devices the instance families of providers have, where files and tables do not say.

Sources: the pages of accelerated instances of AWS, of GPU sizes of Azure virtual machines, and of
accelerator-optimised machines of Google Cloud.
"""

import re
from collections.abc import Mapping

from pricing.lists import rows_of

FAMILIES: Mapping[tuple[str, str], str] = {
    (row["provider"], row["family"]): row["device"]
    for row in rows_of("pricing.importers", "instance_families.csv")
}
"""Provider and family, as `family_word` has it."""

COUNTS: Mapping[tuple[str, str], float] = {
    (row["provider"], row["instance_type"]): float(row["device_count"])
    for row in rows_of("pricing.importers", "instance_counts.csv")
}
"""Devices of instances whose files count other things: a part of a device, or none at all."""

_AZURE = re.compile(r"(?:Standard_)?([A-Z]+)\d+([a-z]*)(?:_([A-Z][A-Z0-9]+))?.*?(?:_(v\d+))?$")
MORE_MEMORY = "m"
"""The letter by which Azure's ND sizes tell devices with more memory."""


def family_word(instance_type: str) -> str:
    """The family of an instance type, with the device where Azure names it.

    >>> family_word("p5en.48xlarge"), family_word("Standard_ND96isr_H100_v5")
    ('p5en', 'ND H100 v5')
    >>> family_word("p6-b200.48xlarge"), family_word("Standard_NCC40ads_H100_v5")
    ('p6-b200', 'NCC H100 v5')
    >>> family_word("Standard_ND96amsr_A100_v4"), family_word("Standard_ND96asr_A100_v4")
    ('NDm A100 v4', 'ND A100 v4')
    """
    if "." in instance_type:
        return instance_type.split(".", maxsplit=1)[0]
    match = _AZURE.match(instance_type)
    if not match:
        return instance_type
    series, letters, *rest = match.groups()
    if series == "ND" and MORE_MEMORY in letters:
        series += MORE_MEMORY
    return " ".join(filter(None, (series, *rest)))
