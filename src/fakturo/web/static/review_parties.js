// Buyer and seller from the directory: candidates for what is printed, or saved to it as they stand in the form.
import { make } from "./make.js";
import { inputOf, write } from "./review_fields.js";
import { state, value } from "./review_state.js";
import { problemText, text } from "./texts.js";
import { say } from "./say.js";

function place(role) {
  const slot = document.querySelector(`[data-slot="${role}"]`);
  if (!slot || slot.childElementCount) return;
  const choose = make("button", { type: "button", className: "btn quiet", textContent: text("From the directory") });
  const keep = make("button", { type: "button", className: "btn quiet", textContent: text("Save to the directory") });
  const found = make("div", { className: "found", role: "status" });
  choose.addEventListener("click", () => candidates(role, found));
  keep.addEventListener("click", () => save(role));
  slot.append(choose, keep, found);
}

// Asked for from elsewhere on the page.
export function lookUp(role) {
  const choose = document.querySelector(`[data-slot="${role}"] button`);
  choose.scrollIntoView({ block: "center" });
  choose.focus({ preventScroll: true });
  choose.click();
}

async function candidates(role, found) {
  const asked = new URLSearchParams({ role });
  for (const [name, path] of [["name", `${role}.name`], ["tax_id", `${role}.tax_id`]]) if (value(path)) asked.set(name, value(path));
  let entries = (await (await fetch(`/api/parties/candidates?${asked}`)).json()).candidates?.map(({ entry }) => entry) ?? [];
  if (!entries.length) entries = ((await (await fetch("/api/parties?limit=50")).json()).entries ?? []).filter(({ values }) => values.role === role);
  if (!entries.length) return found.replaceChildren(text("Nobody in the directory is like this. If name and tax number are right, save them to the directory."));
  found.replaceChildren(...entries.map(({ values }) => {
    const chosen = make("button", { type: "button", className: "btn", textContent: [values.name, values.tin].filter(Boolean).join(" · ") });
    chosen.addEventListener("click", () => take(role, values));
    return chosen;
  }));
}

function take(role, values) {
  write(`${role}.name`, values.name);
  if (values.tin ?? values.document_number) write(`${role}.tax_id`, values.tin ?? values.document_number);
  if (values.address) write(`${role}.address`, values.address);
  say(text("Taken from the directory: {name}", { name: values.name }));
  inputOf(`${role}.name`)?.focus();
}

async function save(role) {
  const values = { role, name: value(`${role}.name`), tin: value(`${role}.tax_id`), address: value(`${role}.address`) };
  const answer = await fetch("/api/parties", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ values }) });
  const given = await answer.json().catch(() => ({}));
  say(answer.ok ? text("Saved to the directory: {name}", { name: values.name }) : (given.detail ?? problemText(given)));
  if (answer.ok) document.dispatchEvent(new CustomEvent("review:recheck"));
}

export function startParties() {
  const both = () => state.target === "coretax" && ["seller", "buyer"].forEach(place);
  document.addEventListener("review:built", both);
  both();
}
