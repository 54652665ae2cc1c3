// Times in the reader's zone and language. Each <time data-time> says how it is to be shown.
import { language, text } from "./texts.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SOON_SECONDS = 2 * HOUR;
const SLOW_MS = 20000;

const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const stamp = new Intl.DateTimeFormat(language, { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const whole = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
const units = Object.fromEntries(
  ["second", "minute", "hour", "day"].map((unit) => [unit, new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" })]),
);

// 8 s, 3 min, 5 h, 6 days: one unit is enough to know where one stands.
export function span(seconds) {
  if (seconds < 2 * MINUTE) return units.second.format(Math.max(0, Math.round(seconds)));
  if (seconds < 2 * HOUR) return units.minute.format(Math.round(seconds / MINUTE));
  if (seconds < 2 * DAY) return units.hour.format(Math.round(seconds / HOUR));
  return units.day.format(Math.round(seconds / DAY));
}

// The minute that has come by then, of a moment in milliseconds.
export const minute = (moment) => clock.format(Math.ceil(moment / 60000) * 60000);

function ago(seconds) {
  if (seconds < 45) return text("just now");
  if (seconds < 45 * MINUTE) return relative.format(-Math.round(seconds / MINUTE), "minute");
  if (seconds < 22 * HOUR) return relative.format(-Math.round(seconds / HOUR), "hour");
  return relative.format(-Math.round(seconds / DAY), "day");
}

const shown = {
  ago: (moment, now) => ago((now - moment) / 1000),
  left: (moment, now) => span((moment - now) / 1000),
  in: (moment, now) => (moment > now ? text("in {span}", { span: span((moment - now) / 1000) }) : text("now")),
  clock: (moment) => clock.format(moment),
  stamp: (moment) => stamp.format(moment),
  date: (moment) => whole.format(moment),
};

function show(time, now) {
  const moment = new Date(time.dateTime);
  const words = shown[time.dataset.time](moment, now);
  if (time.textContent !== words) time.textContent = words;
  if (!time.title) time.title = whole.format(moment);
  if (time.dataset.time === "left") time.classList.toggle("soon", moment - now < SOON_SECONDS * 1000);
}

// Also for a part that is still to be put into the page, so that both say the same.
export function showTimes(root) {
  const now = new Date();
  for (const time of root.querySelectorAll("time[data-time]")) show(time, now);
  for (const mean of root.querySelectorAll("[data-seconds]")) {
    const seconds = Number(mean.dataset.seconds);
    mean.textContent = seconds < 10 ? units.second.format(Math.round(seconds * 10) / 10) : span(seconds);
  }
}

function showCountdowns() {
  if (document.hidden) return;
  const now = new Date();
  for (const time of document.querySelectorAll('time[data-time="in"]')) show(time, now);
}

export function keepTimes() {
  showTimes(document);
  setInterval(() => document.hidden || showTimes(document), SLOW_MS);
  setInterval(showCountdowns, 1000);
}
