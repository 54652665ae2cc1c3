// Several invoices in one PDF: which is shown, and a proposal to make a file of each.
import { make } from "./make.js";
import { openOf } from "./review_issues.js";
import { state } from "./review_state.js";
import { counted, problemText, text } from "./texts.js";

const part = document.getElementById("several");

const range = (pages) => (pages.length > 1 ? text("pages {first} to {last}", { first: pages[0], last: pages.at(-1) }) : text("page {number}", { number: pages[0] ?? "?" }));

export function startSplit(data, show) {
  if (!state.several || state.stored.length < 2) return;
  part.hidden = false;
  part.className = "several";
  const title = make("h2", { textContent: text("{count} invoices in this file", { count: state.stored.length }) });
  const tabs = make("div", { className: "tabs" }, ...state.stored.map((_, index) => tab(index, show)));
  part.replaceChildren(title, tabs);
  if (data.has_pdf && data.can_split) part.append(ranges(), splitButton());
  showTabs();
}

function tab(index, show) {
  const made = make("button", { type: "button", className: "btn" });
  made.innerHTML = '<svg class="icon" aria-hidden="true"><use href="/static/icons.svg#eye"/></svg><span></span>';
  made.addEventListener("click", () => show(index));
  return made;
}

// Which invoice is shown, and which have something left to check.
export function showTabs() {
  [...part.querySelectorAll(".tabs button")].forEach((made, index) => {
    const { invoice, pages } = state.stored[index];
    const left = openOf(index).length;
    const words = [invoice?.number ?? text("No number"), range(pages ?? []), ...(left ? [counted("{count} to check", "{count} to check", left)] : [])];
    made.ariaPressed = String(index === state.at);
    made.classList.toggle("warn", left > 0);
    made.querySelector("svg").toggleAttribute("hidden", !left);
    made.querySelector("span").textContent = words.join(" · ");
  });
}

// ---- which pages each file gets: as they were read, until somebody says otherwise

function ranges() {
  const all = make("div", { className: "ranges" });
  const add = make("button", { type: "button", className: "btn quiet", textContent: text("One more file") });
  add.addEventListener("click", () => {
    add.before(field(all.querySelectorAll("input").length + 1, ""));
    add.previousElementSibling.querySelector("input").focus();
  });
  all.append(...state.stored.map(({ pages }, index) => field(index + 1, written(pages ?? []))), add);
  return all;
}

function field(number, value) {
  const input = make("input", { value, inputMode: "numeric", autocomplete: "off", placeholder: "1-2", required: true });
  return make("label", { className: "f" }, text("Pages of file {number}", { number }), input);
}

// [1, 2, 3, 5] as "1-3, 5".
function written(pages) {
  const runs = [];
  for (const page of pages) {
    if (runs.at(-1)?.[1] === page - 1) runs.at(-1)[1] = page;
    else runs.push([page, page]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(", ");
}

// And back; null if it is no such list.
function read(value) {
  const pages = [];
  for (const run of value.split(",").map((each) => each.trim())) {
    const [, first, last = first] = /^(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?$/.exec(run) ?? [];
    if (!first || Number(first) < 1 || Number(last) < Number(first)) return null;
    for (let page = Number(first); page <= Number(last); page++) pages.push(page);
  }
  return pages;
}

// The pages of each file, or what is wrong with them. An empty field is no file.
function asked() {
  const parts = [];
  const count = document.querySelectorAll(".sheet-of").length;
  for (const input of part.querySelectorAll(".ranges input")) {
    if (!input.value.trim()) continue;
    const pages = read(input.value);
    input.ariaInvalid = String(!pages || pages.some((page) => page > count || parts.some((other) => other.pages.includes(page))));
    if (input.ariaInvalid === "true") return { wrong: text("“{text}” is no range of pages like 1-2, or a page of it is in another file or in none.", { text: input.value }), input };
    parts.push({ pages });
  }
  return parts.length < 2 ? { wrong: text("Two files at least.") } : { parts };
}

function splitButton() {
  const button = make("button", { type: "button", className: "btn primary", id: "split", textContent: text("Make a file of each") });
  const told = make("span", { className: "sub", role: "status", textContent: text("Each becomes a file of its own, with its pages, and is converted by itself.") });
  button.addEventListener("click", async () => {
    const { parts, wrong, input } = asked();
    if (wrong) {
      told.textContent = wrong;
      return input?.focus();
    }
    button.ariaDisabled = "true";
    const answer = await fetch(`/api/jobs/${state.job}/split`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ parts }) });
    if (answer.ok) return location.assign("/queue");
    button.ariaDisabled = null;
    told.textContent = problemText(await answer.json().catch(() => null));
  });
  return make("p", {}, button, told);
}
