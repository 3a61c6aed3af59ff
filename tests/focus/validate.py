"""Runs the validator of FOCUS over files: it needs its own environment, and no network.

The validator knows what a provider supports by criteria. Those that a forecast has are asked for.
Rules of commitments are tried on charges of commitments alone: the validator holds
CommitmentDiscountStatus-C-004-C against charges without one.
"""

import logging
import os
import sys
from pathlib import Path

CRITERIA = (
    "ACCOUNT_NAMING_SUPPORTED",
    "BILLING_BASED_ON_PROVISIONED_RESOURCES_SUPPORTED",
    "MULTIPLE_BILLING_ACCOUNT_TYPES_SUPPORTED",
    "MULTIPLE_PRICING_CATEGORIES_SUPPORTED",
    "NEGOTIATED_PRICING_SUPPORTED",
    "PRICING_BILLING_CURRENCY_DIFFERENCES_SUPPORTED",
    "PUBLIC_PRICE_LIST_SUPPORTED",
    "REGION_SUPPORTED",
    "RESOURCE_TYPE_ASSIGNMENT_SUPPORTED",
    "SUB_ACCOUNT_SUPPORTED",
    "TAGGING_SUPPORTED",
    "UNIT_PRICING_SUPPORTED",
    "USAGE_MEASUREMENT_SUPPORTED",
    "VIRTUAL_CURRENCY_SUPPORTED",
)
COMMITTED = (*CRITERIA, "COMMITMENT_DISCOUNT_SUPPORTED")

EITHER = {"InvoiceId-C-005-C": "InvoiceId-C-003-C"}
"""Rules that are one of two ways to pass another one: no charge of a forecast has an invoice."""

LEAST_PASSED = 200


def failures(path: Path, criteria: tuple[str, ...]) -> tuple[int, list[str]]:
    """How many rules a file passes, and those that it fails."""
    from focus_validator.validator import Validator  # type: ignore[import-not-found] # noqa: PLC0415

    results = Validator(
        data_filename=str(path),
        output_destination=os.devnull,
        output_type="console",
        rules_version="1.2",
        focus_dataset="CostAndUsage",
        rules_block_remote_download=True,
        applicability_criteria=",".join(criteria),
    ).validate()
    found = results.by_rule_id
    passed = {
        rule
        for rule, result in found.items()
        if result.get("ok") and not result.get("details", {}).get("skipped")
    }
    failed = [
        f"{path.name}: {rule}: {result.get('details', {}).get('message')}"
        for rule, result in found.items()
        if not result.get("ok") and EITHER.get(rule) not in passed
    ]
    return len(passed), failed


def main(folder: Path) -> int:
    """1 if any rule fails."""
    logging.disable(logging.CRITICAL)
    import focus_validator  # type: ignore[import-not-found] # noqa: PLC0415

    os.chdir(Path(focus_validator.__file__).parent.parent)  # it reads its currencies from there
    wrong: list[str] = []
    for name, criteria in (
        ("charges.csv", CRITERIA),
        ("charges.parquet", CRITERIA),
        ("commitments.csv", COMMITTED),
    ):
        passed, failed = failures(folder / name, criteria)
        wrong += failed
        if passed < LEAST_PASSED:
            wrong.append(f"{name}: only {passed} rules were tried")
        sys.stdout.write(f"focus: {name} passes {passed} rules, and fails {len(failed)}\n")
    sys.stdout.write("".join(f"{line}\n" for line in wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
