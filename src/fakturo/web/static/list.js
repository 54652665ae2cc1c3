// The rows of the queue: patched in place, put in and taken out when nobody's pointer is on them.
import { parse, patch } from "./patch.js";
import { showTimes } from "./times.js";

const RESTING_MS = 8000;
const main = document.getElementById("main");
const section = document.getElementById("jobs");
const rows = document.getElementById("rows");
const more = document.getElementById("more");
const PARTS = ["banner", "stats", "filters"];

export const state = {
  since: main.dataset.since,
  cursor: main.dataset.cursor,
  show: main.dataset.show,
  q: document.getElementById("find").value.trim(),
  active: Number(main.dataset.active),
};
const followers = new Set();
const reused = new Set(JSON.parse(sessionStorage.getItem("reused") ?? "[]"));
let reusedText = "";

export const allRows = () => [...rows.rows];
export const rowOf = (id) => document.getElementById(`job-${id}`);
export const idOf = (row) => row.id.slice("job-".length);

// `follow` is called with the ids that changed, whenever rows did.
export function onChange(follow) {
  followers.add(follow);
}

function tell(ids) {
  for (const follow of followers) follow(ids);
}

export function questionOf(path, extra = {}) {
  return `${path}?${new URLSearchParams({ show: state.show, q: state.q, ...extra })}`;
}

export async function fetchPart(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const part = parse(await answer.text()).querySelector("main");
  if (!part) throw new Error("no part");
  return part;
}

// ---------------------------------------------------------------- one row

export function markReused(id, words) {
  reused.add(id);
  reusedText = words;
  sessionStorage.setItem("reused", JSON.stringify([...reused].slice(-200)));
}

// What only this browser knows of a row, so that a fresh one has it, too.
function dress(part) {
  showTimes(part);
  for (const row of part.querySelectorAll("tr[id]")) {
    if (reused.has(idOf(row)) && row.dataset.status === "complete") {
      const chip = document.createElement("span");
      chip.className = "chip";
      chip.textContent = reusedText || section.dataset.reused;
      row.querySelector(".line").append(chip);
    }
    if (rowOf(idOf(row))?.classList.contains("picked-row")) row.classList.add("picked-row");
  }
}

function fits(row) {
  return state.show === "all" || row.dataset.group === state.show;
}

// Answers may overtake each other: what was drawn earlier never replaces what is newer.
function patchRow(row, fresh) {
  if (Number(fresh.dataset.at) < Number(row.dataset.at)) return;
  const held = row.contains(document.activeElement) ? document.activeElement : null;
  const cell = held?.closest("td")?.className;
  patch(row, fresh);
  if (held && !held.isConnected) (row.querySelector(`td.${CSS.escape(cell)} :is(a, button)`) ?? row.querySelector(".name")).focus();
}

function place(fresh) {
  const at = (row) => row.querySelector(".added time")?.dateTime ?? "9";
  const next = allRows().find((row) => row.id && at(row) < at(fresh));
  rows.insertBefore(fresh, next ?? null);
}

// ---------------------------------------------------------------- what would move others waits for a calm moment

let waiting = [];
let movedAt = 0;
let pointed = false;
let arriving = 0;

function isCalm() {
  return !arriving && (!pointed || Date.now() - movedAt > RESTING_MS);
}

// While a file's upload is being answered, the feed may know its job already: it is one row all the same.
export function expectRow(difference) {
  arriving += difference;
  settle();
}

function whenCalm(change) {
  if (isCalm() && !waiting.length) change();
  else waiting.push(change);
}

function settle() {
  if (!isCalm()) return;
  const due = waiting;
  waiting = [];
  for (const change of due) change();
  if (due.length) tell([]);
}

rows.addEventListener("pointerover", () => (pointed = true));
rows.addEventListener("pointermove", () => (movedAt = Date.now()));
rows.addEventListener("pointerleave", () => {
  pointed = false;
  settle();
});
setInterval(settle, 1000);

// ---------------------------------------------------------------- many rows

function showCounts(part) {
  dress(part);
  for (const id of PARTS) {
    const fresh = part.querySelector(`#${id}`);
    if (fresh) patch(document.getElementById(id), fresh);
  }
  state.active = Number(part.dataset.active);
  main.dataset.active = part.dataset.active;
}

function showEnds() {
  const some = rows.rows.length > 0;
  document.getElementById("none").hidden = some;
  more.hidden = !state.cursor;
  if (some || state.q || state.show !== "all") section.hidden = false;
  document.getElementById("upload").classList.toggle("tall", section.hidden);
}

export function insert(row, { own = false } = {}) {
  section.hidden = false;
  if (own) rows.prepend(row);
  else place(row);
  showEnds();
}

export function remove(id) {
  const row = typeof id === "string" ? rowOf(id) : id;
  if (!row) return;
  const next = row.contains(document.activeElement) ? (row.nextElementSibling ?? row.previousElementSibling) : null;
  row.remove();
  next?.querySelector(".name")?.focus();
  showEnds();
  tell([]);
}

function put(fresh) {
  const row = document.getElementById(fresh.id); // it may have come in meanwhile
  if (row) patchRow(row, fresh);
  else insert(fresh);
}

// What changed since: rows that are here are patched, new ones come in where they belong.
export function apply(part) {
  showCounts(part);
  const changed = [];
  for (const fresh of [...part.querySelectorAll("#rows > tr")]) {
    const row = document.getElementById(fresh.id);
    changed.push(idOf(fresh));
    if (row) {
      patchRow(row, fresh);
      if (!fits(row)) whenCalm(() => row.isConnected && !fits(row) && remove(row));
    } else if (fits(fresh) && !state.q && !isBeyond(fresh)) {
      whenCalm(() => put(fresh));
    }
  }
  for (const id of part.dataset.deleted.split(" ").filter(Boolean)) {
    changed.push(id);
    whenCalm(() => remove(id)); // though it may not have come in yet
  }
  showEnds();
  tell(changed);
}

// Older than what is shown so far: it comes with "Show more".
function isBeyond(fresh) {
  const last = allRows().findLast((row) => row.id);
  const at = (row) => row.querySelector(".added time").dateTime;
  return Boolean(state.cursor && last && at(fresh) < at(last));
}

export async function showOne(id, instead) {
  const part = await fetchPart(`/queue/row/${id}`);
  dress(part);
  const fresh = part.querySelector("#rows > tr");
  const row = rowOf(id) ?? instead; // the feed may have been quicker
  if (instead && row !== instead) instead.remove();
  if (row) {
    row.id = fresh.id;
    patchRow(row, fresh);
  } else insert(fresh);
  tell([id]);
}

// The list anew, as filter and search want it. Files that are being sent stay on top.
export async function reload() {
  const part = await fetchPart(questionOf("/queue/rows"));
  showCounts(part);
  for (const row of allRows()) if (row.id) row.remove();
  rows.append(...part.querySelectorAll("#rows > tr"));
  state.since = part.dataset.since;
  state.cursor = part.dataset.cursor;
  showEnds();
  tell([]);
  return rows.rows.length;
}

export async function showMore() {
  const part = await fetchPart(questionOf("/queue/rows", { cursor: state.cursor }));
  dress(part);
  for (const fresh of part.querySelectorAll("#rows > tr")) if (!document.getElementById(fresh.id)) rows.append(fresh);
  state.cursor = part.dataset.cursor;
  showEnds();
  tell([]);
}

export function startList(words) {
  reusedText = words.reused;
  dress(document);
  more.addEventListener("click", async (event) => {
    event.preventDefault();
    await showMore().catch(() => {}); // the connection's own note says why
  });
  new IntersectionObserver(([entry]) => entry.isIntersecting && !more.hidden && showMore().catch(() => {}), { rootMargin: "600px" }).observe(more);
  showEnds();
}
