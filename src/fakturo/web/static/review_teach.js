// "Teach this vendor": after a save, what it teaches is proposed in words, tried on earlier documents, and switched on.
import { make } from "./make.js";
import { state } from "./review_state.js";
import { counted, problemText, text } from "./texts.js";

const place = document.getElementById("teach");
let next = null;

async function ask(method, url, body) {
  const answer = await fetch(url, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return { ok: answer.ok, given: await answer.json().catch(() => ({})) };
}

function show(...inside) {
  const title = make("h2", { id: "teach-title", tabIndex: -1, textContent: text("Teach this vendor") });
  place.setAttribute("aria-labelledby", "teach-title");
  place.replaceChildren(title, ...inside, ...(next === null ? [] : [go()]));
  place.hidden = false;
}

const go = () => make("p", {}, make("a", { className: "btn", href: next ? `/review/${next}` : "/queue", textContent: next ? text("Next document") : text("Back to the queue") }));
const list = (sentences) => make("ul", { className: "taught" }, ...sentences.map((each) => make("li", { textContent: each })));
const does = (label, act) => {
  const button = make("button", { type: "button", className: "btn primary", textContent: label });
  button.addEventListener("click", () => act(button));
  return make("p", {}, button);
};

function offer() {
  show(make("p", { className: "sub", textContent: text("Its next invoices will be read as you corrected this one.") }), does(text("See what can be learned"), learn));
}

async function learn(button) {
  button.disabled = true;
  button.textContent = text("Learning…");
  const { ok, given } = await ask("POST", `/api/jobs/${state.job}/teach`, {});
  if (!ok) return show(make("p", { textContent: problemText(given) }), does(text("Try again"), learn));
  propose(given);
  document.getElementById("teach-title").focus();
}

function propose(lesson) {
  const told = [];
  if (lesson.learned.length) told.push(list(lesson.learned));
  if (lesson.unlearned.length) told.push(make("p", { textContent: text("This could not be learned:") }), list(lesson.unlearned));
  if (lesson.doubts.length) told.push(make("p", { textContent: text("This document would still need a review:") }), list(lesson.doubts));
  if (lesson.tried.length) told.push(make("p", { textContent: text("Earlier documents of this vendor: {count}. Clean so far: {before}, with this: {after}.", { count: lesson.tried.length, before: lesson.clean_before, after: lesson.clean_after }) }));
  const worse = lesson.tried.flatMap(harm);
  if (worse.length) told.push(list(worse));
  if (lesson.directory.length) told.push(choices(lesson.directory));
  if (!lesson.template) told.unshift(make("p", { textContent: text("Nothing new was learned: this vendor is known.") }));
  const ways = lesson.template ? [text("Switch on")] : lesson.directory.length ? [text("Add to the directory")] : [];
  show(...told, ...ways.map((label) => does(label, (button) => confirm(button, lesson.template))));
}

// What a clean document would lose: nobody should switch that on without having seen it.
function harm({ filename, clean_before: before, clean_after: after, changes }) {
  if (!before) return [];
  if (!after) return [text("{file} was clean, and would need a review.", { file: filename })];
  return changes.length ? [counted("In {file}, {count} value would be read differently.", "In {file}, {count} values would be read differently.", changes.length, { file: filename })] : [];
}

// For the directory: each stays a proposal until somebody confirms it with the button below.
function choices(proposed) {
  const chosen = ({ id, says }) => make("label", { className: "check" }, make("input", { type: "checkbox", name: "keep", value: id, checked: true }), ` ${says}`);
  return make("fieldset", { className: "proposed" }, make("legend", { textContent: text("Add to your directory:") }), ...proposed.map(chosen));
}

async function confirm(button, template) {
  button.disabled = true;
  const keep = [...place.querySelectorAll("[name=keep]:checked")].map(({ value }) => value);
  const orders = [];
  if (template) orders.push(["PATCH", `/api/templates/${template.name}`, { on: true, version: template.version }]);
  if (keep.length) orders.push(["POST", `/api/jobs/${state.job}/teach/directory`, { keep }]);
  const told = [];
  for (const order of orders) {
    const { ok, given } = await ask(...order);
    if (!ok) return show(...told, make("p", { textContent: problemText(given) }));
    if (given.kept) told.push(make("p", { role: "status", textContent: text("Added to your directory:") }), list(given.kept));
    else told.push(make("p", { role: "status", textContent: text("Switched on: it is used from the next document on.") }));
  }
  const waiting = await (await fetch("/api/settle")).json().catch(() => ({ left: 0 }));
  show(...told, ...(waiting.left ? [does(counted("Convert {count} waiting document again", "Convert {count} waiting documents again", waiting.left), settle)] : []));
}

async function settle(button) {
  button.disabled = true;
  const { given } = await ask("POST", "/api/settle", {});
  show(make("p", { role: "status", textContent: counted("{count} document is converted again.", "{count} documents are converted again.", given.queued ?? 0) }));
}

document.addEventListener("review:saved", () => offer());
document.addEventListener("review:approved", ({ detail }) => {
  next = detail.next;
  if (!place.querySelector("button")) offer();
  else place.append(go());
  place.scrollIntoView({ block: "nearest" });
  place.querySelector("button")?.focus();
});
