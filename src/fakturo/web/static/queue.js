// Keeps the list fresh while something is under way. The page is whole without this file.
const INTERVAL_MS = 2000;

const jobs = () => document.getElementById("jobs");

function localTimes(root) {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  for (const time of root.querySelectorAll("time")) {
    time.title = time.dateTime;
    time.textContent = format.format(new Date(time.dateTime));
  }
}

async function refresh() {
  if (document.hidden || jobs().dataset.active === "0") return;
  const answer = await fetch("/queue", { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("jobs");
  const focused = document.activeElement?.getAttribute("href");
  localTimes(fresh);
  jobs().replaceWith(fresh);
  if (focused && document.activeElement === document.body) fresh.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus();
}

localTimes(document);
setInterval(() => refresh().catch(() => {}), INTERVAL_MS);
