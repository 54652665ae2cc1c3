// Numbers as people write them: in the document's format, as far as that shows, or in the reader's own.
import { language } from "./texts.js";

const own = new Intl.NumberFormat(language).formatToParts(12345.6);
const ownFormat = { point: own.find((part) => part.type === "decimal")?.value ?? ".", group: own.find((part) => part.type === "group")?.value ?? "," };
let format = ownFormat;

// What the papers' own figures say, by those whose value is known.
export function learnFormat(pairs) {
  for (const [raw, value] of pairs) {
    const [whole, fraction] = value.replace("-", "").split(".");
    const mark = fraction && new RegExp(`${whole.slice(-1)}([.,])${fraction}(?!\\d)`).exec(raw ?? "")?.[1];
    if (mark) {
      format = { point: mark, group: mark === "." ? "," : "." };
      return;
    }
    const group = !fraction && whole.length > 3 && new RegExp(`\\d([.,'\u00a0 ])${whole.slice(-3)}(?!\\d)`).exec(raw ?? "")?.[1];
    if (group) {
      format = { point: group === "." ? "," : ".", group };
      return;
    }
  }
}

export function shown(number) {
  if (number === null || number === undefined || number === "") return "";
  const [whole, fraction] = number.replace("-", "").split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, format.group);
  return (number.startsWith("-") ? "−" : "") + grouped + (fraction ? format.point + fraction : "");
}

// What may stand beside a number: codes of currencies, and what people write for them.
const CURRENCIES = new Set([...Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()), "rp", "rm", "kr", "zł", "kč", "ft", "lei", "fr", "sfr", "us", "r"]);
const isBare = (word = "") => word === "" || CURRENCIES.has(word.toLowerCase());

// The number that a text means, "" for none, or undefined if it is no number.
export function read(typed) {
  if (!typed.trim()) return "";
  const text = typed.replace(/[\s\u00a0'’\p{Sc}%]/gu, "").replace(/[−–]/g, "-").replace(/^-(\p{L}+\.?)/u, "$1-");
  const [, before, opened, body, closed, behind] = /^(?:(\p{L}+)\.?)?([(-]?)([\d.,]*\d[\d.,]*)([)-]?)(?:(\p{L}+)\.?)?$/u.exec(text) ?? [];
  if (body === undefined || !isBare(before) || !isBare(behind)) return undefined;
  const point = pointIn(body);
  const [whole, fraction = "", ...more] = body.split(point);
  if (more.length || /[.,]/.test(fraction) || !isGrouped(whole)) return undefined;
  return (opened || closed ? "-" : "") + (whole.replace(/[.,]/g, "").replace(/^0+(?=\d)/, "") || "0") + (fraction ? `.${fraction}` : "");
}

// The number in a text from the page, whatever words stand around it; undefined where there are words alone.
export function numberIn(raw) {
  return read(raw) || read(raw.replace(/^[^\d.,(−–-]+|[^\d.,)−–-]+$/g, "")) || undefined;
}

// By threes; in India by twos before the last three.
const isGrouped = (whole) => /^\d*$/.test(whole) || /^\d{1,3}([.,]\d{3})+$/.test(whole) || /^\d{1,2}([.,]\d{2})*[.,]\d{3}$/.test(whole);

// Both marks: the last one is the point. One, several times: it groups. One alone before three digits: as the document has it.
function pointIn(text) {
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  if (last < 0) return format.point;
  const mark = text[last];
  const other = mark === "." ? "," : ".";
  if (text.includes(other)) return mark;
  if (text.indexOf(mark) !== last) return other;
  return text.length - last - 1 === 3 && mark === format.group ? other : mark;
}
