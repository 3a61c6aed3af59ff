// Writes numbers as the language of the browser does.

const languages = navigator.languages?.length ? navigator.languages : ["en"];
const formats = new Map();

function formatted(value, options) {
  const key = JSON.stringify(options);
  if (!formats.has(key)) {
    formats.set(key, new Intl.NumberFormat(languages, options));
  }
  return formats.get(key).format(value);
}

// What stands before the fractions of one: a point or a comma.
export const POINT = new Intl.NumberFormat(languages).formatToParts(0.5).find(({ type }) => type === "decimal").value;

const isNone = (value) => value === null || value === undefined || !Number.isFinite(value);
const NONE = "–";
const CENTS = 100;

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

  // The amounts of a bill in whole cents that add up to the cents of their sum.
  cents(amounts) {
    let sum = 0;
    let told = 0;
    return amounts.map((usd) => {
      sum += usd;
      const cents = Math.round(this.in(sum) * CENTS) - told;
      told += cents;
      return (cents / CENTS) * this.rate;
    });
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

// A name of a field or of an item, in words: "compute_base" is "Compute base".
export function words(name) {
  const text = name.replace(/^.*\./, "").replace(/_/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
