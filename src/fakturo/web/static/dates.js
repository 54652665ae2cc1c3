// Dates as people write them: year first, a month in letters, or day first unless it can't be.
import { language } from "./texts.js";

const YEAR_FIRST = /\b(?<year>\d{4})[-./](?<month>\d{1,2})[-./](?<day>\d{1,2})\b/u;
const NAMED = /\b(?<day>\d{1,2})(?:\.\s*|[\s-]+)(?<name>\p{L}{3,})\.?,?[\s-]+(?<year>\d{4})\b/u;
const NAME_FIRST = /(?<!\p{L})(?<name>\p{L}{3,})\.?\s+(?<day>\d{1,2}),?\s+(?<year>\d{4})\b/u;
const DAY_FIRST = /\b(?<day>\d{1,2})(?<mark>[-./])\s?(?<month>\d{1,2})\k<mark>\s?(?<year>\d{4}|\d{2})\b/u;

// In letters of the reader's language or English; from three letters on.
function monthOf(name) {
  for (const each of [language, "en"]) {
    const long = new Intl.DateTimeFormat(each, { month: "long" });
    for (let month = 0; month < 12; month++) if (long.format(new Date(2000, month, 15)).toLowerCase().startsWith(name.toLowerCase())) return month + 1;
  }
  return 0;
}

function iso(year, month, day) {
  const made = `${String(year).padStart(4, "20")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  const date = new Date(`${made}T00:00Z`);
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(made) ? made : null; // 31 February is none
}

function found(raw) {
  for (const pattern of [YEAR_FIRST, NAMED, NAME_FIRST, DAY_FIRST]) {
    const match = pattern.exec(raw);
    if (!match) continue;
    const { year, month, day, name } = match.groups;
    const date = iso(year, name ? monthOf(name) : month, day) ?? (pattern === DAY_FIRST ? iso(year, day, month) : null);
    if (date) return { date, text: match[0] };
  }
  return null;
}

// The date in a text that says more than that, or undefined.
export const dateIn = (raw) => found(raw)?.date;

// The date that a text means, "" for none, or undefined if it is no date.
export function readDate(typed) {
  const raw = typed.trim();
  const match = found(raw);
  return raw === "" ? "" : match?.text === raw ? match.date : undefined;
}
