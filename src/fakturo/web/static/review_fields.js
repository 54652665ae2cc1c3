// The values as a form: header, parties, lines, sums. Built anew when lines change, and otherwise only marked.
import { meaningOf } from "./codes.js";
import { readDate } from "./dates.js";
import { equal, isNumber, minus, plus, rounded, sum, times } from "./decimals.js";
import { learnFormat, read, shown } from "./numbers.js";
import { addLine, before, endTyping, moveLine, placeOf, removeLine, set, setUnread, state, change, unreadOf, value } from "./review_state.js";
import { text } from "./texts.js";

const form = document.getElementById("form");
const LEAST_DESCRIPTION = 120;
const NUMBERS = new Set(["qty", "unit_price", "discount", "amount", "tax_rate", "subtotal", "charges", "tax_base", "tax", "total", "withheld", "prepaid", "rounding", "payable", "rate", "base", "price_base"]);

const HEADER = () => [
  ["invoice.number", text("Invoice number")],
  ["invoice.date", text("Invoice date"), "date"],
  ["invoice.due_date", text("Due date"), "date"],
  ["invoice.currency", text("Currency")],
  ["invoice.po", text("Order number")],
  ["kind", text("Kind"), "kind"],
];
const PARTY = (who) => [
  [`${who}.name`, text("Name"), "wide"],
  [`${who}.tax_id`, text("Tax number")],
  [`${who}.address`, text("Address"), "wide"],
  [`${who}.country`, text("Country")],
];
const CORETAX = () => [
  ["coretax.transaction_code", text("Transaction code")],
  ["coretax.facility", text("Facility")],
];
const COLUMNS = () => [
  ["description", text("Description"), "text"],
  ["qty", text("Quantity"), "num"],
  ["uom", text("Unit"), "short"],
  ["unit_price", text("Unit price"), "num"],
  ["discount", text("Discount"), "num"],
  ["tax_rate", text("Tax %"), "num"],
  ["amount", text("Amount"), "num"],
];
const LINE_CORETAX = () => [
  ["coretax.code", text("Goods code"), "short"],
  ["coretax.unit", text("Unit code"), "short"],
];
const SUMS = () => [
  ["subtotal", text("Sum of lines")],
  ["discount", text("Discount")],
  ["charges", text("Charges")],
  ["tax_base", text("Tax base")],
  ["tax", text("Tax")],
  ["total", text("Total")],
  ["withheld", text("Withheld")],
  ["prepaid", text("Paid before")],
  ["rounding", text("Rounding")],
  ["payable", text("To pay")],
];
const CODES = { "coretax.transaction_code": "transactions", "coretax.code": "goods", "coretax.unit": "units" };
const ALWAYS = new Set(["subtotal", "tax", "total", "payable"]);

export const isNumeric = (path) => NUMBERS.has(path.split(".").at(-1));
export const isDate = (path) => path.endsWith("date");
// What is typed into a field means: a value, "" for none, or undefined if it can't be read.
const meant = (path, typed) => (isNumeric(path) ? read(typed) : isDate(path) ? readDate(typed) : typed.trim());
export const whyUnread = (path, typed) => (isDate(path) ? text("“{text}” is no date. Write it like 2024-12-31.", { text: typed }) : text("“{text}” is no number.", { text: typed }));
const asShown = (path, raw) => (isNumeric(path) ? shown(raw) : (raw ?? ""));

export function labelOf(path) {
  const known = form.querySelector(`[data-path="${CSS.escape(path)}"]`);
  if (known) return known.dataset.label;
  const line = /^items\.(\d+)/.exec(path);
  return line ? text("Line {number}", { number: Number(line[1]) + 1 }) : path;
}

export const inputs = () => [...form.querySelectorAll("[data-path]")];

export function inputOf(path) {
  return form.querySelector(`[data-path="${CSS.escape(path)}"]`) ?? form.querySelector(`[data-path^="${CSS.escape(path)}."]`);
}

export function learn() {
  const document = state.stored[state.at];
  const pairs = Object.entries(document.fields ?? {}).map(([path, evidence]) => [evidence.raw, path.split(".").reduce((each, step) => each?.[step], document)]);
  learnFormat(pairs.filter(([, number]) => isNumber(number)));
}

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, given] of Object.entries(attributes)) {
    if (given === false || given === null) continue;
    if (name in made && name !== "list") made[name] = given;
    else made.setAttribute(name, given);
  }
  made.append(...children);
  return made;
}

function input(path, label, kind = "") {
  const id = `f-${path.replaceAll(".", "-")}`;
  if (kind === "kind") {
    const chosen = element("select", { id });
    chosen.append(new Option(text("Invoice"), "invoice"), new Option(text("Credit note"), "credit_note"));
    chosen.value = value(path);
    return dressed(chosen, path, label);
  }
  const made = dressed(element("input", { id, value: unreadOf(path) ?? asShown(path, value(path)), autocomplete: "off", spellcheck: false, inputMode: isNumeric(path) ? "decimal" : "text", placeholder: kind === "date" ? text("YYYY-MM-DD") : "" }), path, label);
  const codes = CODES[path.replace(/^items\.\d+\./, "")];
  if (codes) {
    made.dataset.codes = codes;
    made.setAttribute("list", `codes-${codes}`);
  }
  return made;
}

function dressed(made, path, label) {
  made.dataset.path = path;
  made.dataset.label = label;
  made.ariaLabel = label;
  return made;
}

function labelled([path, label, kind = ""]) {
  const made = input(path, label, kind);
  return element("div", { className: `f ${kind === "wide" ? "wide" : ""}` }, element("label", { htmlFor: made.id, textContent: label }), made);
}

function group(title, fields, slot) {
  const id = `h-${slot}`;
  // A party from the directory is chosen and saved in the slot beside its title: `data-slot`.
  return element("section", { "aria-labelledby": id }, element("div", { className: "titled" }, element("h2", { id, textContent: title }), element("div", { className: "slot", "data-slot": slot })), element("div", { className: "fields" }, ...fields.map(labelled)));
}

export function build() {
  const focused = document.activeElement?.dataset?.path;
  const isCoretax = state.target === "coretax";
  form.replaceChildren(
    group(text("Invoice"), [...HEADER(), ...(isCoretax ? CORETAX() : [])], "invoice"),
    group(text("Seller"), PARTY("seller"), "seller"),
    group(text("Buyer"), PARTY("buyer"), "buyer"),
    lines(isCoretax),
    sums(),
    ...(isCoretax ? Object.values(CODES).map((kind) => element("datalist", { id: `codes-${kind}` })) : []),
  );
  fitLines();
  if (focused) inputOf(focused)?.focus({ preventScroll: true });
  mark();
  document.dispatchEvent(new CustomEvent("review:built"));
}

// ---- lines

function lines(isCoretax) {
  const document = state.now[state.at];
  const used = (name) => ["description", "qty", "unit_price", "amount"].includes(name) || document.items.some((line) => line.values[name] != null && line.values[name] !== "0");
  const columns = COLUMNS().filter(([name]) => used(name)).concat(isCoretax ? LINE_CORETAX() : []);
  const head = element("tr", {}, ...columns.map((column) => headOf(column, document.items.length)), element("th", { className: "line-acts", scope: "col" }, element("span", { className: "sr", textContent: text("Actions") })));
  const rows = document.items.map((line, index) => row(columns, index));
  const table = element("table", { className: "items", "aria-labelledby": "h-items" }, element("thead", {}, head), element("tbody", {}, ...rows));
  const add = button(text("Add a line"), () => {
    addLine(document.items.length - 1);
    inputOf(`items.${state.now[state.at].items.length - 1}.description`)?.focus();
  });
  return element("section", { "aria-labelledby": "h-items" }, element("h2", { id: "h-items", textContent: text("Lines") }), table, element("p", { className: "add" }, add));
}

// With many columns, or little room, each line is a card: else nothing of its description could be read.
function fitLines() {
  const table = form.querySelector(".items");
  table.classList.remove("cards");
  table.classList.toggle("cards", table.querySelector("th.c-description").clientWidth < LEAST_DESCRIPTION);
}

// Wide enough for its longest figure: a number that is cut reads as another one.
function headOf([name, label, kind], lines) {
  const made = element("th", { className: `${kind} c-${name}`, scope: "col", textContent: label });
  const lengths = Array.from({ length: lines }, (_, index) => asShown(`items.${index}.${name}`, value(`items.${index}.${name}`)).length);
  if (kind === "num") made.style.setProperty("--figures", Math.max(...lengths, 0));
  return made;
}

function row(columns, index) {
  const number = index + 1;
  const cells = columns.map(([name, label, kind]) => {
    const path = `items.${index}.${name}`;
    return element("td", { className: `${kind} c-${name}`, "data-label": label }, input(path, text("Line {number}, {field}", { number, field: label.toLowerCase() })));
  });
  return element("tr", { "data-line": index }, ...cells, element("td", { className: "line-acts" }, menu(index)));
}

function button(label, act) {
  const made = element("button", { type: "button", className: "link", textContent: label });
  made.addEventListener("click", act);
  return made;
}

function menu(index) {
  const all = state.now[state.at].items.length;
  const acts = [
    [text("Add a line below"), () => focusAfter(() => addLine(index), index + 1)],
    [text("Split in two"), () => focusAfter(() => splitLine(index), index + 1)],
    ...(index + 1 < all ? [[text("Merge with the next"), () => focusAfter(() => mergeLines(index), index)]] : []),
    ...(index > 0 ? [[text("Move up"), () => focusAfter(() => moveLine(index, -1), index - 1)]] : []),
    ...(index + 1 < all ? [[text("Move down"), () => focusAfter(() => moveLine(index, 1), index + 1)]] : []),
    [text("Remove"), () => focusAfter(() => removeLine(index), Math.max(0, index - 1))],
  ];
  const list = element("div", { className: "menu" }, ...acts.map(([label, act]) => button(label, act)));
  const made = element("details", { className: "acts" }, element("summary", { ariaLabel: text("Line {number}: actions", { number: index + 1 }) }, element("span", { textContent: "⋯", ariaHidden: "true" })), list);
  made.addEventListener("toggle", () => made.open && list.scrollIntoView({ block: "nearest" }));
  return made;
}

function focusAfter(act, index) {
  act();
  inputOf(`items.${index}.description`)?.focus();
}

// Half of the text stays; the figures stay with the first, so that sums still close until somebody moves them.
function splitLine(index) {
  change((document) => {
    const { values } = document.items[index];
    const second = structuredClone(values);
    Object.assign(second, { qty: null, unit_price: null, discount: "0", amount: "0" });
    document.items.splice(index + 1, 0, { values: second, origin: null, places: {}, unread: {} });
  });
}

function mergeLines(index) {
  change((document) => {
    const [first, second] = document.items.slice(index, index + 2).map((line) => line.values);
    first.description = [first.description, second.description].filter(Boolean).join(" ") || null;
    if (first.amount !== null || second.amount !== null) first.amount = plus(first.amount ?? "0", second.amount ?? "0");
    first.discount = plus(first.discount ?? "0", second.discount ?? "0");
    const same = first.unit_price === second.unit_price && first.qty !== null && second.qty !== null;
    if (same) first.qty = plus(first.qty, second.qty);
    else if (second.qty !== null && second.qty !== "0") Object.assign(first, first.qty === null ? { qty: second.qty, unit_price: second.unit_price } : { qty: null, unit_price: null });
    document.items.splice(index + 1, 1);
  });
}

// ---- sums

const number = (path) => (isNumber(value(path)) ? value(path) : null);
const orZero = (path) => number(path) ?? "0";

const isNone = (given) => given === null || equal(given, "0");

// Null where nothing is known: a price of 0 says nothing of the amount.
export function worthOf(index) {
  const [qty, price] = [number(`items.${index}.qty`), number(`items.${index}.unit_price`)];
  if (isNone(qty) || isNone(price) || number(`items.${index}.price_base`) !== null) return null;
  const places = Math.max(...state.now[state.at].items.map((line) => (line.values.amount ?? "").split(".")[1]?.length ?? 0), 0);
  return rounded(minus(times(qty, price), orZero(`items.${index}.discount`)), places);
}

// What the lines and the other sums give.
export function calculated(name) {
  const document = state.now[state.at];
  const amounts = document.items.map((line) => line.values.amount).filter(isNumber);
  const ofLines = amounts.length ? sum(amounts) : null;
  const net = () => plus(minus(number("totals.subtotal") ?? ofLines, orZero("totals.discount")), orZero("totals.charges"));
  if (name === "subtotal") return ofLines;
  if (name === "total") {
    if (isNone(number("totals.subtotal")) && ofLines === null) return null;
    const total = number("totals.total");
    const withRounding = plus(net(), orZero("totals.rounding"));
    if (total !== null && (equal(net(), total) || equal(withRounding, total))) return total; // prices may include the tax
    const taxed = plus(net(), orZero("totals.tax"));
    const all = plus(taxed, orZero("totals.rounding"));
    return total !== null && equal(all, total) ? all : taxed;
  }
  if (name === "payable" && number("totals.total") !== null) {
    const left = minus(minus(number("totals.total"), orZero("totals.withheld")), orZero("totals.prepaid"));
    const all = plus(left, orZero("totals.rounding"));
    return number("totals.payable") !== null && equal(all, number("totals.payable")) ? all : left;
  }
  return null;
}

function sums() {
  const more = SUMS().filter(([name]) => !ALWAYS.has(name) && (value(`totals.${name}`) ?? "0") === "0");
  const told = SUMS().filter((each) => !more.some(([name]) => name === each[0]));
  const cells = ([name, label]) =>
    element("tr", { className: name === "total" ? "sum" : "" }, element("th", { scope: "row", textContent: label }), element("td", { className: "adds", "data-adds": name }), element("td", { className: "num" }, input(`totals.${name}`, label)));
  const table = (rows, label) => element("table", { className: "tot", "aria-label": label }, element("tbody", {}, ...rows.map(cells)));
  const rest = element("details", { className: "rest" }, element("summary", { textContent: text("Other sums") }), table(more, text("Other sums")));
  return element("section", { "aria-labelledby": "h-totals" }, element("h2", { id: "h-totals", textContent: text("Totals") }), table(told, text("Totals")), more.length ? rest : "");
}

function showSums() {
  for (const cell of form.querySelectorAll("[data-adds]")) {
    const [given, due] = [number(`totals.${cell.dataset.adds}`), calculated(cell.dataset.adds)];
    const closes = given !== null && due !== null && equal(given, due);
    cell.className = `adds ${due === null || given === null ? "" : closes ? "ok" : "warn"}`;
    cell.textContent = due === null || given === null ? "" : closes ? text("Adds up") : text("Off by {amount}", { amount: shown(minus(given, due)) });
  }
}

// ---- marks: what was changed, what is in doubt, what can't be read

export function mark(doubted = state.doubted ?? new Map()) {
  for (const made of inputs()) {
    const { path } = made.dataset;
    const was = before(path);
    const isNew = was === undefined;
    const isEdited = !isNew && asShown(path, was) !== asShown(path, value(path));
    made.classList.toggle("doubt", doubted.has(path) && !isEdited);
    made.classList.toggle("edited", isEdited || isNew);
    tellOld(made, isEdited, was);
    tellUnread(made, unreadOf(path));
    const about = [`${made.id}-wrong`, `${made.id}-was`].filter((id) => document.getElementById(id));
    if (about.length) made.setAttribute("aria-describedby", about.join(" "));
    else made.removeAttribute("aria-describedby");
    if (made.dataset.codes) void tellMeaning(made, value(path));
  }
  showSums();
}

async function tellMeaning(made, code) {
  const name = await meaningOf(made.dataset.codes, code);
  let told = made.parentElement?.querySelector(".means");
  if (!name) return told?.remove();
  if (!told) made.after((told = element("p", { className: "means" })));
  told.textContent = told.title = name;
}

function tellUnread(made, typed) {
  const id = `${made.id}-wrong`;
  let told = document.getElementById(id);
  made.ariaInvalid = typed === undefined ? null : "true";
  if (typed === undefined) return told?.remove();
  if (!told) made.after((told = element("p", { className: "wrong", id })));
  told.textContent = whyUnread(made.dataset.path, typed);
}

function tellOld(made, isEdited, was) {
  const id = `${made.id}-was`;
  let told = document.getElementById(id);
  if (!isEdited) return told?.remove();
  const old = asShown(made.dataset.path, was);
  if (!told) {
    told = element("p", { className: "was", id }, element("span"), button(text("Undo"), () => write(made.dataset.path, before(made.dataset.path))));
    made.after(told);
  }
  told.querySelector("span").textContent = old ? text("was {value}", { value: old }) : text("was empty");
  told.querySelector("button").ariaLabel = text("Undo: {field} back to {value}", { field: made.dataset.label, value: old });
}

// Sets a value and shows it.
export function write(path, given, place = null) {
  endTyping();
  set(path, given === "" ? null : given, place);
  const made = inputOf(path);
  if (made) made.value = asShown(path, value(path));
}

// What is in hand, when it is left or used: a half-typed date is nobody's mistake before.
export function endField(made = document.activeElement) {
  const { path } = made?.dataset ?? {};
  if (!path || made.tagName !== "INPUT") return;
  if (meant(path, made.value) === undefined) {
    if (unreadOf(path) !== made.value) setUnread(path, made.value);
  } else made.value = asShown(path, value(path));
}

export function startFields(onFocus) {
  let width = 0;
  new ResizeObserver(([{ contentRect }]) => {
    if (contentRect.width !== width && form.firstElementChild) fitLines();
    width = contentRect.width;
  }).observe(form);
  form.addEventListener("input", ({ target }) => {
    const { path } = target.dataset;
    const given = path && meant(path, target.value);
    if (given !== undefined) set(path, given === "" ? null : given);
  });
  form.addEventListener("focusin", ({ target }) => target.dataset.path && onFocus(target.dataset.path));
  form.addEventListener("focusout", ({ target }) => {
    endField(target);
    endTyping();
  });
  document.addEventListener("click", ({ target }) => {
    for (const open of form.querySelectorAll("details.acts[open]")) if (!open.contains(target)) open.open = false;
  });
}

// Seller and buyer have the same fields; on the paper no heading tells them apart.
const whose = (path) => (/^(seller|buyer)\./.test(path) ? `${document.getElementById(`h-${path.split(".")[0]}`).textContent}, ` : "");

export function boxes() {
  const doubted = state.doubted ?? new Map();
  return inputs()
    .map(({ dataset: { path, label } }) => ({ path, label: `${whose(path)}${label}: ${asShown(path, value(path))}`, tone: placeOf(path) && before(path) !== undefined && asShown(path, before(path)) !== asShown(path, value(path)) ? "edited" : doubted.has(path) ? "doubt" : "" }));
}
