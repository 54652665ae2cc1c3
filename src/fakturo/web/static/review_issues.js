// What is to be checked, in plain words: each with a fix, a place and a way out.
import { equal, isNumber } from "./decimals.js";
import { calculated, inputOf, labelOf, whyUnread, worthOf, write } from "./review_fields.js";
import { shown } from "./numbers.js";
import { allUnread, before, isKept, keep, show, state, value } from "./review_state.js";
import { counted, text } from "./texts.js";

const list = document.getElementById("issues");
const title = document.getElementById("issues-title");
let acts = { pick: () => {}, split: () => {}, lookUp: () => {} };

export function startIssues(given) {
  acts = given;
  list.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    const issue = issues()[button.closest("li").dataset.index];
    if (button.dataset.do === "keep") {
      keep(issue);
      focusNext();
    } else if (button.dataset.do === "use") {
      write(issue.field, button.dataset.value);
      inputOf(issue.field)?.focus();
    } else if (button.dataset.do === "pick") acts.pick(issue.field);
    else if (button.dataset.do === "split") acts.split();
    else if (button.dataset.do === "look-up") acts.lookUp(button.dataset.role);
    else inputOf(issue.field)?.focus();
  });
}

const isWarning = (issue) => issue.severity === "warning";

// Of one invoice of the file, as they were last checked; those of the reading that it came with, until then.
function issuesOf(index) {
  const documents = state.checked ? state.checked.document : state.stored;
  const found = (Array.isArray(documents) ? documents : [documents])[index]?.issues ?? [];
  const own = (state.stored[index].issues ?? []).filter((issue) => !issue.checked && isKept(issue, index) && !found.some((each) => each.message === issue.message && each.field === issue.field));
  return [...unread(index), ...found, ...own];
}

// What was typed and means nothing is the page's own to tell: the server never sees it.
const unread = (index) => allUnread(index).map(([field, typed]) => ({ code: "UNREADABLE", field, message: whyUnread(field, typed), checked: true }));

// Of the invoice that is shown.
const issues = () => issuesOf(state.at).toSorted((a, b) => rank(a) - rank(b));

// What can be mended with one click comes first: it may settle others.
const rank = (issue) => (issue.code === "UNREADABLE" ? -1 : isWarning(issue) ? 2 : usefulFix(issue) === null ? 1 : 0);

export const openOf = (index) => issuesOf(index).filter((issue) => !isWarning(issue) && !isKept(issue, index));
const ofAll = (found) => state.now.flatMap((_, index) => found(index));
// Of all invoices of the file: they are approved together.
export const open = () => ofAll(openOf);
// Those that a person's word does not settle: they want a reason.
export const failing = () => ofAll(issuesOf).filter((issue) => !isWarning(issue) && issue.checked);

export function doubts() {
  return new Map(openOf(state.at).filter((issue) => issue.field).map((issue) => [issue.field, issue]));
}

function fixOf(issue) {
  const line = /^items\.(\d+)\.amount$/.exec(issue.field ?? "");
  if (line && ["LINE_MISMATCH", "AMOUNT_MISSING"].includes(issue.code)) return worthOf(Number(line[1]));
  const sums = { LINES_MISMATCH: "subtotal", SUBTOTAL_MISMATCH: "subtotal", TOTAL_MISMATCH: "total", TOTAL_MISSING: "total", PAYABLE_MISMATCH: "payable" };
  const name = sums[issue.code];
  return name && issue.field === `totals.${name}` ? calculated(name) : null;
}

// Nothing is offered that stands there already.
function usefulFix(issue) {
  const fix = fixOf(issue);
  const now = issue.field ? value(issue.field) : null;
  return fix === null || fix === undefined || (isNumber(now) && equal(now, fix)) ? null : fix;
}

// Whose party is meant, where the directory has the answer: what checks find about one, the page does not say better.
function roleOf(issue) {
  return issue.checked && state.target === "coretax" ? /^(seller|buyer)\./.exec(issue.field ?? "")?.[1] : undefined;
}

function button(label, act, data = {}) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = ["use", "split", "pick", "look-up"].includes(act) ? "btn" : "link";
  made.textContent = label;
  Object.assign(made.dataset, { do: act, ...data });
  return made;
}

function ways(issue) {
  if (issue.code === "UNREADABLE") return [button(text("Show {field}", { field: labelOf(issue.field).toLowerCase() }), "show"), button(text("Undo"), "use", { value: before(issue.field) ?? "" })];
  const made = [];
  const fix = usefulFix(issue);
  const target = issue.field && inputOf(issue.field);
  if (fix !== null) made.push(button(text("Use {value}", { value: shown(fix) }), "use", { value: fix }));
  if (issue.code === "SEVERAL_INVOICES") made.push(button(text("Split the file"), "split"));
  const role = roleOf(issue);
  if (role) made.push(button(text("From the directory"), "look-up", { role }));
  const isNamed = role && value(issue.field);
  if (target && state.hasPdf && (role ? !isNamed : !made.length)) made.push(button(text("Pick on the page"), "pick"));
  if (target) made.push(button(text("Show {field}", { field: labelOf(target.dataset.path).toLowerCase() }), "show"));
  made.push(button(issue.checked ? text("Leave it so") : text("Keep as read"), "keep"));
  return made;
}

function told(issue, index) {
  const made = document.createElement("li");
  const done = isKept(issue);
  made.className = done ? "done" : isWarning(issue) ? "plain" : "";
  made.dataset.index = index;
  const words = state.headlines[issue.code];
  const icon = done ? "check" : isWarning(issue) ? "alert" : "eye";
  made.innerHTML = '<p class="msg"><svg class="icon" aria-hidden="true"><use/></svg><span></span></p><p class="why" lang="en"></p><p class="do"></p>';
  made.querySelector("use").setAttribute("href", `/static/icons.svg#${icon}`);
  made.querySelector(".msg span").id = `issue-${index}`;
  made.querySelector(".msg span").textContent = (words ?? issue.message) + (done ? ` (${text("kept")})` : "");
  made.querySelector(".why").textContent = words ? issue.message : "";
  made.querySelector(".why").hidden = !words || done;
  if (done || isWarning(issue)) made.querySelector(".do").remove();
  else made.querySelector(".do").append(...ways(issue));
  // Whoever comes to a button by a key hears what it is about.
  for (const each of made.querySelectorAll("button")) each.setAttribute("aria-describedby", `issue-${index}`);
  return made;
}

export function showIssues() {
  const focused = document.activeElement?.closest?.("#issues li") && document.activeElement.dataset.do;
  list.replaceChildren(...issues().map(told));
  list.hidden = !list.children.length;
  const here = openOf(state.at).length;
  title.textContent = toCheck(here, open().length - here);
  list.classList.toggle("clear", !here);
  if (focused) list.querySelector(`li:not(.done) [data-do="${focused}"]`)?.focus();
}

function toCheck(here, elsewhere) {
  if (!here && !elsewhere) return text("Nothing left to check");
  const own = here ? counted("{count} thing to check", "{count} things to check", here) : text("Nothing to check in this invoice");
  return elsewhere ? `${own} · ${text("{count} elsewhere in this file", { count: elsewhere })}` : own;
}

// Says what is left and goes there.
export function sendToIssues() {
  nextIssue();
  title.textContent = counted("{count} thing to check before you approve", "{count} things to check before you approve", open().length);
}

// In the invoice that is shown, or else in the next one that has something to check.
export function nextIssue(by = 1) {
  const all = state.now.length;
  const others = Array.from({ length: all }, (_, step) => (state.at + by * step + all * all) % all);
  const to = others.find((index) => openOf(index).length) ?? state.at;
  if (to !== state.at) show(to);
  focusNext(by);
}

function focusNext(by = 1) {
  const buttons = [...list.querySelectorAll("li:not(.done, .plain) .do > :first-child")];
  const here = buttons.findIndex((each) => each.closest("li").contains(document.activeElement));
  const to = buttons[(here + by + buttons.length) % buttons.length];
  (to ?? title).focus();
  (to?.closest("li") ?? title).scrollIntoView({ block: "nearest" });
  const issue = to && issues()[to.closest("li").dataset.index];
  document.dispatchEvent(new CustomEvent("review:issue", { detail: issue ?? null }));
}
