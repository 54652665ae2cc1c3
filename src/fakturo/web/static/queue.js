// Keeps list and banner fresh: quickly while something is under way, slowly otherwise. The page is whole without this file.
const BUSY_MS = 2000;
const IDLE_MS = 15000;
const PARTS = ["banner", "jobs"];

function localTimes(root) {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  for (const time of root.querySelectorAll("time")) {
    time.title = time.dateTime;
    time.textContent = format.format(new Date(time.dateTime));
  }
}

// What has the focus, by its row, so that it can have it again in the fresh list.
function focused() {
  const row = document.activeElement?.closest("tr[id]");
  return row && `#${CSS.escape(row.id)} ${document.activeElement.localName}`;
}

async function refresh() {
  const answer = await fetch("/queue", { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focus = focused();
  localTimes(fresh);
  for (const part of PARTS) document.getElementById(part).replaceWith(fresh.getElementById(part));
  if (focus) document.querySelector(focus)?.focus();
}

async function keepFresh() {
  if (!document.hidden) await refresh().catch(() => {});
  const busy = document.getElementById("jobs").dataset.active !== "0";
  setTimeout(keepFresh, busy ? BUSY_MS : IDLE_MS);
}

localTimes(document);
setTimeout(keepFresh, BUSY_MS);
