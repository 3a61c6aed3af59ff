// Reads the numbers that people type, with suffixes and with the separators of their language.

import { POINT } from "./number.js";

const FACTORS = { k: 1e3, m: 1e6, mio: 1e6, million: 1e6, b: 1e9, bn: 1e9, billion: 1e9, t: 1e12, "%": 0.01 };
const TYPED = /^([+-]?)([\d.,\s_'’]+)(e[+-]?\d+)?\s*(k|m|mio|million|b|bn|billion|t|%)?$/i;
const DIGITS = 12;

// What somebody typed as a plain number: "1.5M" is 1500000. What is no number is left as it is.
export function plain(text, point = POINT) {
  const [, sign, digits, power = "", suffix] = TYPED.exec(text.trim()) ?? [];
  if (digits === undefined) {
    return text.trim();
  }
  const value = Number(`${sign}${pointed(digits.replace(/[\s_'’]/g, ""), point)}${power}`);
  const found = value * (FACTORS[suffix?.toLowerCase()] ?? 1);
  return Number.isFinite(found) ? String(Number(found.toPrecision(DIGITS))) : text.trim();
}

// Digits with a point, and without the separators of thousands.
function pointed(digits, point) {
  const [last] = digits.match(/[.,](?=[^.,]*$)/) ?? [];
  const count = digits.split(/[.,]/).length - 1;
  if (count === 0) {
    return digits;
  }
  const isGrouped = /^[1-9]\d{0,2}([.,]\d{3})+$/.test(digits);
  const kinds = new Set(digits.match(/[.,]/g)).size;
  const isThousands = isGrouped && kinds === 1 && (count > 1 || last !== point);
  if (isThousands) {
    return digits.replace(/[.,]/g, "");
  }
  const place = digits.lastIndexOf(last);
  const before = digits.slice(0, place);
  const isSound = count === 1 || (kinds === 2 && /^[1-9]\d{0,2}([.,]\d{3})+$/.test(before) && !before.includes(last));
  return isSound ? `${before.replace(/[.,]/g, "")}.${digits.slice(place + 1)}` : "no number";
}
