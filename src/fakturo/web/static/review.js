// The review page: brings its parts together.
//
// For parts that join in: `review:built` is told when the form was built anew (each party has a `[data-slot]`), and
// `review:saved`, with the job and what was changed, after a save.
import { dateIn } from "./dates.js";
import { boxes, build, inputOf, inputs, isDate, isNumeric, labelOf, learn, mark, startFields, whyUnread, write } from "./review_fields.js";
import { doubts, nextIssue, open, showIssues, startIssues } from "./review_issues.js";
import { showHelp, startKeys } from "./review_keys.js";
import { drawBoxes, isPicking, light, pickKey, startPaper, startPick, stopPick, turnPage, zoomBy } from "./review_paper.js";
import { approve, checkSoon, saveAndSay } from "./review_save.js";
import { lookUp, startParties } from "./review_parties.js";
import { showTabs, startSplit } from "./review_split.js";
import "./review_teach.js";
import { addLine, begin, canRedo, canUndo, isChanged, moveLine, redo, removeLine, show, state, undo, watch } from "./review_state.js";
import { numberIn } from "./numbers.js";
import { say } from "./say.js";
import { counted, text } from "./texts.js";
import { keepTimes } from "./times.js";

const main = document.getElementById("main");
const data = JSON.parse(document.getElementById("review").textContent);
const summary = document.getElementById("summary");
const approveWord = document.getElementById("approve").lastChild.textContent;
let onwards = null; // where to go from an approved document
Object.assign(state, { job: main.dataset.job, target: data.target, headlines: data.headlines, hasPdf: data.has_pdf });

function refresh(why) {
  if (why !== "typed" && why !== "checked") build();
  state.doubted = doubts();
  showIssues();
  showTabs();
  mark();
  drawBoxes(boxes());
  light(document.activeElement?.dataset?.path);
  summarise();
  document.getElementById("undo").ariaDisabled = String(!canUndo());
  document.getElementById("redo").ariaDisabled = String(!canRedo());
  if (why === "checked") main.dataset.checked = "";
  else {
    delete main.dataset.checked;
    checkSoon();
  }
}

function summarise() {
  const left = isApproved() ? 0 : open().length;
  const done = isApproved() ? text("Approved") : state.checked ? text("Ready to approve") : text("Checking…");
  summary.className = left ? "warn" : "ok";
  summary.textContent = left ? counted("{count} to check", "{count} to check", left) : done;
  document.getElementById("approve").lastChild.textContent = isApproved() ? text("Next document") : approveWord;
}

function step(act, done, nothing) {
  say(act() ? done : nothing);
}
const undoStep = () => step(undo, text("Undone."), text("Nothing to undo."));
const redoStep = () => step(redo, text("Done again."), text("Nothing to do again."));

function focusField(path) {
  const made = inputOf(path);
  if (!made) return;
  made.closest("details")?.setAttribute("open", "");
  made.focus({ preventScroll: true });
  made.scrollIntoView({ block: "center" });
}

function pickFor(path) {
  const made = inputOf(path);
  if (!made || !state.hasPdf) return;
  startPick(labelOf(made.dataset.path), (found) => {
    if (found) fill(made.dataset.path, found);
    focusField(made.dataset.path);
  });
}

function fill(path, found) {
  const given = isNumeric(path) ? numberIn(found.raw) : isDate(path) ? dateIn(found.raw) : found.raw;
  if (given === undefined) return say(whyUnread(path, found.raw));
  write(path, given, found);
  say(text("{field}: {value}", { field: labelOf(path), value: found.raw }));
}

function nextField(event) {
  if (event.target.tagName !== "INPUT" || !event.target.dataset.path) return false;
  const all = inputs().filter((each) => each.checkVisibility());
  all[all.indexOf(event.target) + 1]?.focus();
  return true;
}

const lineOf = (event) => Number(event.target.closest?.("[data-line]")?.dataset.line ?? NaN);
function onLine(act) {
  return (event) => {
    const line = lineOf(event);
    if (Number.isNaN(line)) return false;
    const name = event.target.dataset.path?.split(".").slice(2).join(".") ?? "description";
    inputOf(`items.${act(line)}.${name}`)?.focus();
    return true;
  };
}

// Whether what is shown was approved, and not changed since.
const isApproved = () => Boolean(onwards) && !isChanged();

// Who corrected something may teach it first; the same key, or button, then goes on.
function approved(changed, job) {
  say(text("Approved."));
  const { next } = main.dataset;
  onwards = next ? `/review/${next}` : "/queue";
  if (!changed || document.getElementById("teach").hidden) location.assign(onwards);
  else {
    summarise();
    document.dispatchEvent(new CustomEvent("review:approved", { detail: { job, next } }));
  }
}

function approveOrGoOn() {
  if (isApproved()) location.assign(onwards);
  else void approve(approved);
}

watch(refresh);
startFields(light);
startIssues({ pick: pickFor, split: () => document.getElementById("several").scrollIntoView(), lookUp });
startPaper(data.has_pdf, focusField).then(() => {
  drawBoxes(boxes());
  main.dataset.ready = "";
});
document.addEventListener("review:issue", ({ detail }) => light(detail?.field && (inputOf(detail.field)?.dataset.path ?? null)));
document.getElementById("undo").addEventListener("click", undoStep);
document.getElementById("redo").addEventListener("click", redoStep);
document.getElementById("save").addEventListener("click", saveAndSay);
document.getElementById("approve").addEventListener("click", approveOrGoOn);
startKeys(
  {
    F8: () => nextIssue(1),
    "shift F8": () => nextIssue(-1),
    F1: showHelp,
    "ctrl z": undoStep,
    "ctrl shift z": redoStep,
    "ctrl y": redoStep,
    "ctrl s": () => void saveAndSay(),
    "ctrl Enter": approveOrGoOn,
    Enter: (event) => (isPicking() ? void pickKey("Enter") : nextField(event)),
    Escape: () => isPicking() && (stopPick(), true),
    ArrowDown: (event) => isPicking() && !event.target.dataset.path && void pickKey("ArrowDown"),
    ArrowUp: (event) => isPicking() && !event.target.dataset.path && void pickKey("ArrowUp"),
    ArrowLeft: (event) => isPicking() && !event.target.dataset.path && void pickKey("ArrowLeft"),
    ArrowRight: (event) => isPicking() && !event.target.dataset.path && void pickKey("ArrowRight"),
    "alt p": (event) => (event.target.dataset?.path ? void pickFor(event.target.dataset.path) : false),
    "alt ArrowUp": onLine((line) => (moveLine(line, -1) ? line - 1 : line)),
    "alt ArrowDown": onLine((line) => (moveLine(line, 1) ? line + 1 : line)),
    "alt Insert": onLine((line) => (addLine(line), line + 1)),
    "alt Delete": onLine((line) => (removeLine(line), Math.max(0, line - 1))),
    "alt +": () => zoomBy("in"),
    "alt =": () => zoomBy("in"),
    "alt -": () => zoomBy("out"),
    "alt 0": () => zoomBy("fit"),
    "alt PageDown": () => turnPage(1),
    "alt PageUp": () => turnPage(-1),
    "alt n": () => (main.dataset.next ? void location.assign(`/review/${main.dataset.next}`) : false),
  },
  { "?": showHelp, n: () => nextIssue(1), p: () => nextIssue(-1) },
);
addEventListener("beforeunload", (event) => isChanged() && event.preventDefault());
begin(data);
learn();
build();
startParties();
startSplit(data, show);
document.addEventListener("review:recheck", checkSoon);
keepTimes();
