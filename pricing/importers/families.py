"""Which devices the instance families of providers have, where files and tables do not say.

Sources: the pages of accelerated instances of AWS, of GPU sizes of Azure virtual machines, and of
accelerator-optimised machines of Google Cloud.
"""

import re
from collections.abc import Mapping

_AWS = {
    "p3": "v100-sxm2-16gb",
    "p3dn": "v100-sxm2-32gb",
    "p4d": "a100-sxm-40gb",
    "p4de": "a100-sxm-80gb",
    "p5": "h100-sxm-80gb",
    "p5e": "h200-sxm-141gb",
    "p5en": "h200-sxm-141gb",
    "p6-b200": "b200-sxm",
    "p6-b300": "b300-sxm",
    "g3": "m60",
    "g3s": "m60",
    "g4dn": "t4",
    "g5": "a10g",
    "g6": "l4",
    "gr6": "l4",
    "g6f": "l4",
    "gr6f": "l4",
    "g6e": "l40s",
    "g7e": "rtx-pro-6000-se",
    "trn1": "trainium1",
    "trn1n": "trainium1",
    "trn2": "trainium2",
    "inf2": "inferentia2",
}

FAMILIES: Mapping[tuple[str, str], str] = {
    **{("aws", family): device for family, device in _AWS.items()},
    ("azure", "NC H100 v5"): "h100-nvl-94gb",
    ("azure", "NCC H100 v5"): "h100-nvl-94gb",
    ("azure", "ND H100 v5"): "h100-sxm-80gb",
    ("azure", "ND H200 v5"): "h200-sxm-141gb",
    ("azure", "ND MI300X v5"): "mi300x",
    ("azure", "NC A100 v4"): "a100-pcie-80gb",
    ("azure", "ND A100 v4"): "a100-sxm-40gb",
    ("azure", "NDm A100 v4"): "a100-sxm-80gb",
    ("azure", "NC T4 v3"): "t4",
    ("azure", "NV A10 v5"): "a10",
}
"""Provider and family, as `family_word` has it."""

COUNTS: Mapping[tuple[str, str], float] = {
    ("aws", "g6f.large"): 1 / 8,
    ("aws", "g6f.xlarge"): 1 / 8,
    ("aws", "g6f.2xlarge"): 1 / 4,
    ("aws", "g6f.4xlarge"): 1 / 2,
    ("aws", "gr6f.4xlarge"): 1 / 2,
    ("aws", "inf2.xlarge"): 1.0,
    ("aws", "inf2.8xlarge"): 1.0,
    ("aws", "inf2.24xlarge"): 6.0,
    ("aws", "inf2.48xlarge"): 12.0,
    ("aws", "trn1.2xlarge"): 1.0,
    ("aws", "trn1.32xlarge"): 16.0,
    ("aws", "trn1n.32xlarge"): 16.0,
    ("aws", "trn2.3xlarge"): 1.0,
    ("aws", "trn2.48xlarge"): 16.0,
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
