// The drawer with all about one file.
import { onChange } from "./list.js";
import { parse, patch } from "./patch.js";
import { showTimes } from "./times.js";

const drawer = document.getElementById("drawer");
let shown = null;

async function partOf(id) {
  const answer = await fetch(`/queue/${id}/details`, { headers: { Accept: "text/html" } });
  if (answer.status === 403 || answer.status === 404) return null; // it is gone
  if (!answer.ok) throw new Error(`${answer.status}`);
  const fresh = parse(await answer.text()).body;
  showTimes(fresh);
  return fresh;
}

export async function openDetails(id) {
  const fresh = await partOf(id);
  if (!fresh) return false;
  shown = id;
  drawer.replaceChildren(...fresh.childNodes);
  if (!drawer.open) drawer.showModal();
  return true;
}

export function closeDetails() {
  drawer.close();
}

async function refreshDetails(ids) {
  if (!drawer.open || !ids.includes(shown)) return;
  const fresh = await partOf(shown).catch(() => undefined);
  if (fresh === null) return closeDetails();
  if (!fresh) return;
  const copy = drawer.cloneNode(false);
  copy.append(...fresh.childNodes);
  patch(drawer, copy);
}

export function startDrawer() {
  drawer.addEventListener("close", () => (shown = null));
  drawer.addEventListener("click", (event) => event.target === drawer && closeDetails());
  onChange(refreshDetails);
}
