// What may be meant by what is typed, from the catalogue of the service, the likeliest first.

import { get } from "./service.js";
import { number } from "./number.js";

const MOST = 12;
const CURRENCIES = "USD EUR GBP CHF JPY CNY INR CAD AUD SEK NOK DKK PLN CZK BRL MXN KRW SGD HKD NZD ZAR TRY ILS".split(" ");
const ENGINES = ["vllm", "sglang", "tensorrt", "lmdeploy", "llama.cpp", "mlx"];

const among = (names, text) =>
  names.filter((name) => name.toLowerCase().includes(text.toLowerCase())).map((value) => ({ value }));

async function searched(table, fields, text, signal) {
  const asked = [["limit", String(MOST)], ["fields", fields.map((name) => `rows.${name}`).join(",")]];
  const found = await get(`v1/catalog/${table}`, text === "" ? asked : [["search", text], ...asked], { signal });
  return found.rows;
}

const offers = new Map();

// The prices of a device: once for each device.
async function offersOf(device) {
  if (!offers.has(device)) {
    const columns = ["provider", "region", "usd_per_hour", "device_count"];
    const fields = columns.map((name) => `rows.${name}`).join(",");
    offers.set(device, get("v1/catalog/prices", [["device", device], ["limit", "1000"], ["fields", fields]]));
  }
  try {
    return (await offers.get(device)).rows;
  } catch {
    offers.delete(device);
    return [];
  }
}

// Distinct values of a column of offers, with the least price of a device-hour.
function cheapest(rows, column, text) {
  const least = new Map();
  for (const row of rows) {
    const usd = row.usd_per_hour / row.device_count;
    least.set(row[column], Math.min(least.get(row[column]) ?? Infinity, usd));
  }
  return [...least]
    .filter(([value]) => value?.toLowerCase().includes(text.toLowerCase()))
    .sort(([one, usd], [other, more]) => usd - more || one.localeCompare(other))
    .map(([value, usd]) => ({ value, note: `from $${number(usd)} a device-hour` }));
}

export const SUGGESTIONS = {
  async models(text, _values, signal) {
    const rows = await searched("models", ["model", "parameters", "year"], text, signal);
    return rows.map((row) => ({
      value: row.model,
      note: `${number(row.parameters / 1e9)}B parameters${row.year ? `, ${row.year}` : ""}`,
    }));
  },
  async devices(text, _values, signal) {
    const rows = await searched("devices", ["device", "name", "memory_gibibytes"], text, signal);
    return rows.map((row) => ({ value: row.device, note: `${row.name}, ${number(row.memory_gibibytes)} GiB` }));
  },
  async providers(text, values) {
    return cheapest(await offersOf(values.get("device") ?? ""), "provider", text);
  },
  async regions(text, values) {
    const rows = await offersOf(values.get("device") ?? "");
    const provider = values.get("provider");
    return cheapest(rows.filter((row) => !provider || row.provider === provider), "region", text);
  },
  async releases(text) {
    const found = await get("v1/catalog/releases", [["fields", "rows.name"]]);
    return among(found.rows.map((row) => row.name).reverse(), text);
  },
  currencies: async (text) => among(CURRENCIES, text),
  engines: async (text) => among(ENGINES, text),
};
