// The document under review: what was read, what it is now, and every step between. Nothing here touches the page.
const MOST_STEPS = 200;
const copy = (value) => structuredClone(value);

export const state = { job: null, etag: null, stored: [], several: false, at: 0, now: [], kept: new Set(), checked: null };
let past = [];
let future = [];
let lastKey = null;
const watchers = [];

// What was kept stays so over a save.
export function begin(data, kept = new Set()) {
  Object.assign(state, { etag: data.etag, several: Array.isArray(data.document) });
  state.stored = state.several ? data.document : [data.document];
  state.at = Math.min(state.at, state.stored.length - 1);
  state.now = state.stored.map((document) => ({ ...copy(document), items: (document.items ?? []).map((line, origin) => ({ values: copy(line), origin, places: {}, unread: {} })), places: {}, unread: {} }));
  state.kept = kept;
  state.checked = null;
  past = [];
  future = [];
  tell("begin");
}

export function watch(act) {
  watchers.push(act);
}

function tell(why) {
  for (const act of watchers) act(why);
}

function snapshot() {
  return { now: copy(state.now), kept: new Set(state.kept), at: state.at };
}

function restore({ now, kept, at }) {
  Object.assign(state, { now, kept, at });
  lastKey = null;
  tell("step");
}

// One step that can be undone; what is typed into one field in one go is one step.
export function change(act, key = null) {
  if (key === null || key !== lastKey) {
    past.push(snapshot());
    past = past.slice(-MOST_STEPS);
  }
  future = [];
  lastKey = key;
  act(state.now[state.at]);
  tell(key === null ? "lines" : "typed");
}

export function undo() {
  if (!past.length) return false;
  future.push(snapshot());
  restore(past.pop());
  return true;
}

export function redo() {
  if (!future.length) return false;
  past.push(snapshot());
  restore(future.pop());
  return true;
}

export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;

export function endTyping() {
  lastKey = null;
}

export function show(at) {
  state.at = at;
  tell("lines");
}

export function setChecked(answer) {
  state.checked = answer;
  tell("checked");
}

// ---- values by path: "totals.total", "items.2.amount", "items.0.coretax.code"

function inside(document, path) {
  const steps = path.split(".");
  if (steps[0] !== "items") return [document, steps];
  return [document.items[Number(steps[1])]?.values, steps.slice(2)];
}

function at(holder, steps) {
  return steps.reduce((value, step) => value?.[step], holder) ?? null;
}

export function value(path) {
  return at(...inside(state.now[state.at], path));
}

// As it was read; undefined for a line that is new.
export function before(path) {
  const steps = path.split(".");
  const stored = state.stored[state.at];
  if (steps[0] !== "items") return at(stored, steps);
  const origin = state.now[state.at].items[Number(steps[1])]?.origin ?? null;
  return origin === null ? undefined : at(stored.items[origin], steps.slice(2));
}

export function set(path, text, place = null) {
  change((document) => {
    const [holder, steps] = inside(document, path);
    const last = steps.pop();
    const target = steps.reduce((each, step) => (each[step] ??= {}), holder);
    target[last] = text;
    const [{ places, unread }, name] = beside(document, path);
    delete unread[name];
    if (place) places[name] = place;
  }, place ? null : path);
}

// What was typed and means nothing: it stands in its field, and the value stays what it was.
export function setUnread(path, typed) {
  change((document) => {
    const [{ unread }, name] = beside(document, path);
    unread[name] = typed;
  }, path);
}

export function unreadOf(path) {
  const [{ unread } = {}, name] = beside(state.now[state.at], path);
  return unread?.[name];
}

// Paths and texts of all that can't be read in one invoice of the file.
export function allUnread(index) {
  const { unread, items } = state.now[index];
  const ofLines = items.flatMap((line, number) => Object.entries(line.unread).map(([name, typed]) => [`items.${number}.${name}`, typed]));
  return [...Object.entries(unread), ...ofLines];
}

// What is known of a value beside itself is kept with its line, or with the invoice.
function beside(document, path) {
  const steps = path.split(".");
  return steps[0] === "items" ? [document.items[Number(steps[1])], steps.slice(2).join(".")] : [document, path];
}

// Where a value stands on the paper: where somebody pointed, or where it was read.
export function placeOf(path) {
  const document = state.now[state.at];
  const steps = path.split(".");
  if (steps[0] === "items" && !document.items[Number(steps[1])]) return null;
  const [{ places }, name] = beside(document, path);
  if (places[name]) return places[name];
  if (steps[0] === "items") {
    const { origin } = document.items[Number(steps[1])];
    if (origin === null) return null;
    path = `items.${origin}.${steps.slice(2).join(".")}`;
  }
  const evidence = state.stored[state.at].fields?.[path];
  return evidence?.bbox ? evidence : null;
}

// ---- lines

export function blank() {
  const names = ["no", "sku", "hs_code", "description", "qty", "uom", "unit_price", "discount", "amount"];
  return { values: Object.fromEntries(names.map((name) => [name, name === "discount" ? "0" : null])), origin: null, places: {}, unread: {} };
}

export function addLine(after) {
  change((document) => document.items.splice(after + 1, 0, blank()));
}

export function removeLine(index) {
  change((document) => document.items.splice(index, 1));
}

export function moveLine(index, by) {
  const to = index + by;
  if (to < 0 || to >= state.now[state.at].items.length) return false;
  change((document) => document.items.splice(to, 0, ...document.items.splice(index, 1)));
  return true;
}

// ---- what goes to the server

const nameOf = (issue) => `${issue.code} ${issue.field} ${issue.message}`;

export function keep(issue) {
  change(() => state.kept.add(`${state.at} ${nameOf(issue)}`));
}

export function isKept(issue, index = state.at) {
  return state.kept.has(`${index} ${nameOf(issue)}`);
}

export function payload() {
  const documents = state.now.map((document, index) => {
    const { places, unread, items, ...rest } = document;
    const fields = { ...places };
    items.forEach((line, number) => {
      for (const [name, place] of Object.entries(line.places)) fields[`items.${number}.${name}`] = place;
    });
    const issues = (state.stored[index].issues ?? []).filter((issue) => issue.checked || !isKept(issue, index));
    return { ...rest, items: items.map((line) => line.values), fields, issues };
  });
  return state.several ? documents : documents[0];
}

export const isChanged = () => past.length > 0;
