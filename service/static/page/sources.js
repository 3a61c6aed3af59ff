// Where an answer comes from: prices, measurements, and what was taken by default.

import { h } from "./element.js";
import { more, rowLink, section, sourced, table } from "./parts.js";
import { number, percent } from "./number.js";

// prices: the prices of the answer that name a row of the tables
export function sources({ answer, prices, evidence, measured = [], measuredOf = "Measurements of like runs" }) {
  const release = answer.provenance.catalog;
  const rows = prices.filter((price) => price?.row);
  const unique = [...new Map(rows.map((price) => [price.row.id, price])).values()];
  const paid = unique.map(({ row, age_days: days, usd_per_device_hour: usd, basis }) => [
    rowLink("prices", row.id, release),
    `$${number(usd, 4)}`,
    `${row.effective_from} (${row.date_quality})`,
    days === null ? "–" : `${number(days)} days`,
    basis,
    sourced(row.source),
  ]);
  const runs = evidence.map((row) => [
    rowLink("measurements", row.id, release),
    `${row.model}, ${row.device_count} × ${row.device}, ${row.precision}`,
    row.engine ?? "–",
    percent(row.weight_fraction),
    sourced(row.source),
  ]);
  const others = measured.map((id) => h("li", {}, rowLink("measurements", id, release)));
  return section(
    "Sources",
    paid.length > 0
      ? table("Prices", ["Price", "A device-hour", "From", "Age", "Basis", "Source"], paid, { numbers: [1, 3] })
      : h("p", {}, "The price is not a row of the tables."),
    runs.length > 0
      ? table("Measurements", ["Measurement", "Of", "Engine", "Weight", "Source"], runs, { numbers: [3] })
      : null,
    others.length > 0 ? h("div", {}, h("h3", {}, measuredOf), h("ul", { class: "plain" }, others)) : null,
    assumptions(answer.assumptions),
  );
}

function assumptions(rows) {
  const lines = rows.map((row) => [
    h("code", {}, row.key),
    `${number(row.value, 4)} ${row.unit}`,
    row.low === null ? "–" : `${number(row.low)} to ${number(row.high)}`,
    row.confidence,
    sourced(row.source),
  ]);
  return more(
    `${rows.length} values taken by default`,
    table("Values taken by default", ["What", "Value", "Range", "Confidence", "Source"], lines, { numbers: [1, 2] }),
  );
}
