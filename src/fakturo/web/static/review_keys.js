// Keys for everything, and a sheet that lists them.
import { text } from "./texts.js";

const help = document.getElementById("help");
const isTyping = (target) => target.matches?.("input, select, textarea");

const SHEET = () => [
  ["F8, N", text("Next thing to check")],
  ["Shift F8, P", text("The one before")],
  ["Enter", text("Next field")],
  ["Alt P", text("Pick this field's value on the page")],
  ["Ctrl Z", text("Undo")],
  ["Ctrl Shift Z", text("Redo")],
  ["Alt ↑ ↓", text("Move the line")],
  ["Alt Insert", text("Add a line below")],
  ["Alt Delete", text("Remove the line")],
  ["Alt + − 0", text("Zoom in, out, fit")],
  ["Alt PgUp, PgDn", text("Page before, next page")],
  ["Ctrl S", text("Save")],
  ["Ctrl Enter", text("Approve")],
  ["Alt N", text("Next document")],
  ["?, F1", text("This sheet")],
];

export function showHelp() {
  const rows = SHEET().flatMap(([keys, what]) => [Object.assign(document.createElement("dt"), { textContent: keys }), Object.assign(document.createElement("dd"), { textContent: what })]);
  document.getElementById("help-keys").replaceChildren(...rows);
  help.showModal();
}

function nameOf(event) {
  const plain = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const held = [(event.ctrlKey || event.metaKey) && "ctrl", event.altKey && "alt", event.shiftKey && event.key.length > 1 && "shift"].filter(Boolean);
  if ((event.ctrlKey || event.metaKey) && event.shiftKey && event.key.length === 1) held.push("shift");
  return [...held, plain].join(" ");
}

// `acts` by name of the key; those in `bare` only while nobody types.
export function startKeys(acts, bare) {
  document.getElementById("keys").addEventListener("click", showHelp);
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const name = nameOf(event);
    const act = acts[name] ?? (!isTyping(event.target) && bare[name]);
    if (act && act(event) !== false) event.preventDefault();
  });
}
