// Filters and search: the list is asked for anew, and the address says what is shown.
import { reload, state } from "./list.js";
import { clear } from "./selection.js";
import { say } from "./say.js";
import { counted } from "./texts.js";

const TYPING_MS = 250;
const filters = document.getElementById("filters");
const find = document.getElementById("find");
let timer;

async function showAnew() {
  clear();
  const address = new URLSearchParams(Object.entries({ show: state.show === "all" ? "" : state.show, q: state.q }).filter(([, value]) => value));
  history.replaceState(null, "", `/queue${address.size ? `?${address}` : ""}`);
  const count = await reload();
  say(counted("{count} file shown.", "{count} files shown.", count));
}

export async function showAll() {
  if (state.show === "all" && !state.q) return;
  state.show = "all";
  state.q = find.value = "";
  await showAnew().catch(() => {});
}

export function startFilters() {
  filters.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-show]");
    if (!link || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    state.show = link.dataset.show;
    for (const each of filters.querySelectorAll("a")) each.toggleAttribute("aria-current", each === link);
    link.setAttribute("aria-current", "true");
    showAnew().catch(() => {});
  });
  find.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      state.q = find.value.trim();
      showAnew().catch(() => {});
    }, TYPING_MS);
  });
  find.form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    find.focus();
  });
}
