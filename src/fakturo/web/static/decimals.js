// Decimal numbers as text, exactly: no float ever touches money. A number is a string like "-1250.50", or null.
const PLAIN = /^-?\d+(\.\d+)?$/;

function parts(text) {
  const [whole, fraction = ""] = text.replace("-", "").split(".");
  return { units: BigInt((text.startsWith("-") ? "-" : "") + whole + fraction), places: fraction.length };
}

function made(units, places) {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  return (units < 0n ? "-" : "") + whole + (places ? `.${digits.slice(-places)}` : "");
}

function aligned(one, other) {
  const a = parts(one);
  const b = parts(other);
  const places = Math.max(a.places, b.places);
  return [a.units * 10n ** BigInt(places - a.places), b.units * 10n ** BigInt(places - b.places), places];
}

export const isNumber = (text) => typeof text === "string" && PLAIN.test(text);

export function plus(one, other) {
  const [a, b, places] = aligned(one, other);
  return made(a + b, places);
}

export function minus(one, other) {
  const [a, b, places] = aligned(one, other);
  return made(a - b, places);
}

export function times(one, other) {
  const a = parts(one);
  const b = parts(other);
  return made(a.units * b.units, a.places + b.places);
}

// To so many places, halves away from zero.
export function rounded(text, places) {
  const number = parts(text);
  if (number.places <= places) return made(number.units * 10n ** BigInt(places - number.places), places);
  const step = 10n ** BigInt(number.places - places);
  const half = number.units < 0n ? -step / 2n : step / 2n;
  return made((number.units + half) / step, places);
}

export function equal(one, other) {
  const [a, b] = aligned(one, other);
  return a === b;
}

export function sum(numbers) {
  return numbers.reduce(plus, "0");
}

export function placesOf(text) {
  return text.split(".")[1]?.length ?? 0;
}
