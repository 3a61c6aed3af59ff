// Writes numbers as the language of the browser does, and reads those that people type.

const languages = navigator.languages?.length ? navigator.languages : ["en"];
const formats = new Map();

function formatted(value, options) {
  const key = JSON.stringify(options);
  if (!formats.has(key)) {
    formats.set(key, new Intl.NumberFormat(languages, options));
  }
  return formats.get(key).format(value);
}

const isNone = (value) => value === null || value === undefined || !Number.isFinite(value);
const NONE = "–";

// A number to so many significant digits.
export function number(value, digits = 3) {
  return isNone(value) ? NONE : formatted(value, { maximumSignificantDigits: digits });
}

// A count that is written out.
export function whole(value) {
  return isNone(value) ? NONE : formatted(value, { maximumFractionDigits: 0 });
}

export function percent(value, digits = 2) {
  return isNone(value)
    ? NONE
    : formatted(value, { style: "percent", maximumSignificantDigits: digits });
}

// Seconds in the unit that suits them.
export function duration(seconds) {
  if (isNone(seconds)) {
    return NONE;
  }
  if (seconds < 1) {
    return `${number(seconds * 1000)} ms`;
  }
  const units = [["s", 1, 120], ["min", 60, 7200], ["h", 3600, 172800], ["days", 86400, Infinity]];
  const [name, length] = units.find(([, , below]) => seconds < below);
  return `${number(seconds / length)} ${name}`;
}

// Money in the currency of an answer, whose rate is the one that the service converts by.
export class Money {
  constructor(converted) {
    this.currency = converted?.currency ?? "USD";
    this.rate = converted?.usd_per_currency_unit ?? 1;
  }

  in(usd) {
    return usd / this.rate;
  }

  // An estimate: three digits.
  about(usd) {
    const amount = Math.abs(this.in(usd));
    const least = amount >= 10 ? 1 : amount >= 1 ? 3 : 2;
    return this.#written(usd, { minimumSignificantDigits: least, maximumSignificantDigits: 3 });
  }

  // An amount of a bill, to the cent.
  exact(usd) {
    return this.#written(usd, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  }

  // For the ticks of a chart.
  short(usd) {
    return this.#written(usd, { notation: "compact", maximumSignificantDigits: 3 });
  }

  // An interval; empty where there is none.
  range(low, high) {
    if (isNone(low) || isNone(high) || this.about(low) === this.about(high)) {
      return "";
    }
    return `${this.about(low)} to ${this.about(high)}`;
  }

  #written(usd, options) {
    return isNone(usd)
      ? NONE
      : formatted(this.in(usd), { style: "currency", currency: this.currency, ...options });
  }
}

const FACTORS = { k: 1e3, m: 1e6, mio: 1e6, million: 1e6, b: 1e9, bn: 1e9, billion: 1e9, t: 1e12, "%": 0.01 };
const TYPED = /^([+-]?[\d.,\s_]+(?:e[+-]?\d+)?)\s*(k|m|mio|million|b|bn|billion|t|%)?$/i;

// What somebody typed as a plain number: "1.5M" is 1500000. What is no number is left as it is.
export function plain(text) {
  const parts = TYPED.exec(text.trim());
  if (parts === null) {
    return text.trim();
  }
  const value = Number(grouped(parts[1])) * (FACTORS[parts[2]?.toLowerCase()] ?? 1);
  return Number.isFinite(value) ? String(Number(value.toPrecision(12))) : text.trim();
}

// Digits without the separators of thousands. A single comma that no three digits follow is a point.
function grouped(text) {
  const bare = text.replace(/[\s_]/g, "");
  if (/^[+-]?\d{1,3}(,\d{3})+(\.|e|$)/i.test(bare)) {
    return bare.replace(/,/g, "");
  }
  return /^[+-]?\d*,\d+(e|$)/i.test(bare) ? bare.replace(",", ".") : bare;
}

// A name of a field or of an item, in words: "compute_base" is "Compute base".
export function words(name) {
  const text = name.replace(/^.*\./, "").replace(/_/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
