// Rows that are picked, and what can be done with all of them at once.
import { ask, choose } from "./ask.js";
import { stir } from "./feed.js";
import { allRows, idOf, onChange, remove, state } from "./list.js";
import { say } from "./say.js";
import { counted, problemText, text } from "./texts.js";
import { tellProblem, tellProblems } from "./problems.js";

const bar = document.getElementById("picked");
const all = document.getElementById("all");
const rows = document.getElementById("rows");
const STATUSES = { active: ["uploaded", "queued", "processing"], ready: ["complete"], review: ["complete"], failed: ["failed"] };
const READY = ["clean", "approved"];
const DRAFT = ["needed"];
const REVIEWS = { ready: READY, review: DRAFT };
let everything = false;
let lastBox = null;

const boxOf = (row) => row.querySelector(".pick input");
const picked = () => allRows().filter((row) => boxOf(row)?.checked);
const merges = (row) => "merges" in row.dataset && "result" in row.dataset;
const isReady = (row) => merges(row) && row.dataset.group === "ready";
const isDraft = (row) => row.dataset.group === "review";
const button = (what) => bar.querySelector(`[data-bulk="${what}"]`);

function filter() {
  const wanted = { status: STATUSES[state.show], review: REVIEWS[state.show], q: state.q || undefined };
  return JSON.parse(JSON.stringify(wanted));
}

function order(extra = {}, only = () => true) {
  if (everything) return { filter: filter(), ...extra };
  return { job_ids: picked().filter(only).map(idOf), ...extra };
}

function show() {
  const some = picked();
  const boxes = allRows().filter(boxOf);
  if (some.length < boxes.length) everything = false;
  for (const row of boxes) row.classList.toggle("picked-row", boxOf(row).checked);
  all.checked = some.length > 0 && some.length === boxes.length;
  all.indeterminate = some.length > 0 && some.length < boxes.length;
  bar.hidden = !some.length;
  bar.querySelector("[data-count]").textContent = everything ? text("All that match are selected") : text("{count} selected", { count: some.length });
  const match = button("match");
  match.hidden = everything || !state.cursor || !all.checked;
  match.textContent = text("Select all that match");
  button("zip").hidden = !everything && !some.some((row) => "result" in row.dataset);
  button("merged").hidden = !everything && !some.some(merges);
  button("convert").hidden = !everything && !some.some((row) => "converts" in row.dataset);
  button("retry").hidden = !everything && !some.some((row) => "retries" in row.dataset);
}

export function clear() {
  everything = false;
  for (const row of picked()) boxOf(row).checked = false;
  show();
}

async function post(path, body) {
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }).catch(() => null);
  if (answer?.ok) return answer;
  tellProblem(problemText(await answer?.json().catch(() => null)));
  return null;
}

// The server does so many at a time; those that it can't do are told, and not asked for again.
async function doAll(path, body) {
  const done = [];
  const reasons = new Set();
  for (let more = true; more; ) {
    const answer = await post(path, body);
    if (!answer) break;
    const part = await answer.json();
    done.push(...part.done);
    for (const each of part.not_done) reasons.add(problemText(each));
    more = part.more && part.done.length > 0;
  }
  if (reasons.size) tellProblems([...reasons]);
  return done;
}

async function putInLine(path, only) {
  const done = await doAll(path, order({}, only));
  if (!done.length) return;
  say(counted("{count} file is in line again.", "{count} files are in line again.", done.length));
  clear();
  stir();
}

async function save(answer) {
  const named = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("Content-Disposition") ?? "");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = named ? decodeURIComponent(named[1]) : "fakturo";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  say(text("Download started."));
}

function lookAtPicked() {
  const drafts = picked().filter(isDraft).length;
  const told = counted("{count} of them needs review, and may be wrong.", "{count} of them need review, and may be wrong.", drafts);
  return { drafts, ready: picked().some(isReady), told };
}

// Most of all that match may not be shown yet: the server knows whether there are drafts among them.
async function findAmongAll() {
  const [drafts, ready] = await Promise.all([isThere(DRAFT), isThere(READY)]);
  return { drafts, ready, told: text("Some of them need a review, and may be wrong.") };
}

async function isThere(reviews) {
  const { status = ["complete"], review = reviews, q } = filter();
  const wanted = review.filter((each) => reviews.includes(each));
  if (!status.includes("complete") || !wanted.length) return false;
  const asked = new URLSearchParams([["status", "complete"], ["limit", 1], ...wanted.map((each) => ["review", each])]);
  if (q) asked.set("q", q);
  const answer = await fetch(`/api/jobs?${asked}`).catch(() => null);
  return answer?.ok === true && (await answer.json()).jobs.length > 0;
}

function* remarksOnMerged(headers) {
  if (headers.has("X-More")) yield text("The merged XML holds the newest thousand. Search or filter to get the others.");
  if (headers.has("X-Duplicates")) yield text("Some invoices seem to be in it twice. Have a look before you hand it in.");
}

const actions = {
  async zip() {
    const answer = await post("/api/jobs/download", order({ as: "zip", partial: true }, (row) => "result" in row.dataset));
    if (!answer) return;
    await save(answer);
    if (answer.headers.has("X-More")) tellProblem(text("The ZIP holds the newest thousand. Search or filter to get the others."));
  },
  async merged() {
    const { drafts, ready, told } = everything ? await findAmongAll() : lookAtPicked();
    const how = drafts ? await choose(text("Merge drafts, too?"), told, text("Merge all"), ready ? text("Only what is ready") : text("Cancel")) : "no";
    if (!how || (how === "no" && drafts && !ready)) return;
    const include = how === "yes";
    const wanted = order({ as: "merged", include_drafts: include }, include ? merges : isReady);
    if (everything && !include) wanted.filter.review = READY;
    const answer = await post("/api/jobs/download", wanted);
    if (!answer) return;
    await save(answer);
    tellProblems([...remarksOnMerged(answer.headers)]);
  },
  retry: () => putInLine("/api/jobs/retry", (row) => "retries" in row.dataset),
  convert: () => putInLine("/api/jobs/convert", (row) => "converts" in row.dataset),
  async delete() {
    const title = everything ? text("Delete all that match?") : counted("Delete {count} file?", "Delete {count} files?", picked().length);
    if (!(await ask(title, text("PDFs and results are removed. This can't be undone."), text("Delete")))) return;
    const done = await doAll("/api/jobs/delete", order());
    if (!done.length) return;
    clear();
    for (const id of done) remove(id);
    say(counted("{count} file deleted.", "{count} files deleted.", done.length));
    stir();
  },
  match() {
    everything = true;
    show();
  },
  clear() {
    clear();
    all.focus();
  },
};

function pickRange(box, to) {
  const boxes = allRows().map(boxOf).filter(Boolean);
  const [from, until] = [boxes.indexOf(box), boxes.indexOf(to)].sort((one, other) => one - other);
  for (const each of boxes.slice(from, until + 1)) each.checked = to.checked;
}

// What has the focus is scrolled to where the bar does not cover it, however many lines that has.
function keepFocusInSight() {
  document.documentElement.style.setProperty("--covered", `${bar.offsetHeight}px`);
  rows.querySelector(":focus-visible")?.scrollIntoView({ block: "nearest" });
}

export function startSelection() {
  rows.addEventListener("click", (event) => {
    if (!event.target.matches(".pick input")) return;
    if (event.shiftKey && lastBox?.isConnected) pickRange(lastBox, event.target);
    lastBox = event.target;
    show();
  });
  rows.addEventListener("change", show);
  all.addEventListener("change", () => {
    for (const row of allRows()) if (boxOf(row)) boxOf(row).checked = all.checked;
    show();
  });
  bar.addEventListener("click", async (event) => {
    const pressed = event.target.closest("[data-bulk]");
    if (!pressed || pressed.ariaDisabled === "true") return;
    pressed.ariaDisabled = "true";
    await Promise.resolve(actions[pressed.dataset.bulk]()).finally(() => (pressed.ariaDisabled = null));
  });
  new ResizeObserver(keepFocusInSight).observe(bar);
  onChange(show);
  show();
}
