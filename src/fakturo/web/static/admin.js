// The operators' page: keeps its figures fresh while somebody looks.
import { parse, patch } from "./patch.js";
import { keepTimes, showTimes } from "./times.js";

const EVERY_MS = 5000;
const main = document.querySelector("main");

// What is open or in use stays as it is: a table that somebody reads must not close under them.
async function refresh() {
  const figures = document.getElementById("figures");
  if (document.hidden || figures.querySelector("details[open]") || document.querySelector("dialog:is(:modal, :popover-open)")) return;
  const answer = await fetch(main.dataset.figures, { headers: { Accept: "text/html" } });
  if (!answer.ok || answer.redirected) return;
  const fresh = parse(await answer.text()).getElementById("figures");
  showTimes(fresh);
  patch(figures, fresh);
}

keepTimes();
if (main.dataset.figures) setInterval(() => refresh().catch(() => {}), EVERY_MS);
main.dataset.ready = "";
