// Checks while somebody types, saves, approves: all of it by the API. The second of two reviewers is told.
import { endField } from "./review_fields.js";
import { failing, nextIssue, open, sendToIssues } from "./review_issues.js";
import { allUnread, begin, isChanged, payload, setChecked, state } from "./review_state.js";
import { say } from "./say.js";
import { problemText, text } from "./texts.js";

const PAUSE_MS = 400;
const NOT_YOURS = [401, 403, 404]; // what a stranger is told
const main = document.getElementById("main");
const trouble = document.getElementById("trouble");
const reason = document.getElementById("reason");
let timer;
let asked = 0;
let lookedSince = performance.now();
let lookedMs = 0;

// Time in front of somebody's eyes alone.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) lookedMs += performance.now() - lookedSince;
  else lookedSince = performance.now();
});

function lookedSeconds() {
  const now = document.hidden ? 0 : performance.now() - lookedSince;
  return Math.min(86400, Math.round((lookedMs + now) / 1000));
}

function url(what, timed = false) {
  return `/api/jobs/${state.job}/${what}${timed ? `?review_seconds=${lookedSeconds()}` : ""}`;
}

async function send(method, address, body, headers = {}) {
  const answer = await fetch(address, { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...headers } }).catch(() => null);
  if (!answer) return { ok: false, problem: { detail: text("The server can't be reached. What you wrote is still here.") } };
  const given = await answer.json().catch(() => null);
  return answer.ok ? { ok: true, given, etag: answer.headers.get("etag")?.replaceAll('"', "") } : { ok: false, status: answer.status, problem: given };
}

// Not before the hand rests; and only the last answer counts.
export function checkSoon() {
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE_MS);
}

async function check() {
  const mine = ++asked;
  const answer = await send("POST", url("document/check"), payload());
  if (mine !== asked) return false;
  if (!answer.ok) {
    refused(answer);
    return false;
  }
  clear();
  setChecked(answer.given);
  return true;
}

// Who was signed in and is a stranger now is most likely signed out; if not, the sign-in leads back to what says why.
function refused({ status, problem }) {
  const wasSignedIn = main.dataset.signIn !== undefined;
  if (status === 412) tell(text("Somebody else has saved this document since you opened it. Nothing was overwritten."), { href: location.href, textContent: text("Load it again") });
  else if (wasSignedIn && NOT_YOURS.includes(status)) tell(text("You seem to be signed out. What you wrote is still here: sign in, then save again."), { href: main.dataset.signIn, target: "_blank", textContent: text("Sign in") });
  else tell(problem?.detail ?? problemText(problem));
}

function clear() {
  trouble.replaceChildren();
}

function tell(sentence, onwards = null) {
  const note = document.createElement("div");
  note.className = "note bad";
  note.setAttribute("role", "alert");
  note.innerHTML = '<svg class="icon" aria-hidden="true"><use href="/static/icons.svg#alert"/></svg><p></p>';
  note.querySelector("p").textContent = sentence;
  if (onwards) note.append(Object.assign(document.createElement("a"), { className: "btn", ...onwards }));
  trouble.replaceChildren(note);
  trouble.scrollIntoView({ block: "nearest" });
}

export async function save() {
  clearTimeout(timer);
  asked++;
  if (!isChanged()) return true;
  const answer = await send("PUT", url("document", true), payload(), { "If-Match": `"${state.etag}"` });
  if (!answer.ok) {
    refused(answer);
    return false;
  }
  clear();
  const { document: saved, job, changes } = answer.given;
  begin({ document: saved, etag: answer.etag }, state.kept);
  setChecked({ document: saved, accepted: answer.given.accepted, changes: [] });
  document.dispatchEvent(new CustomEvent("review:saved", { detail: { job, changes } }));
  return true;
}

// What can't be read would be lost: it is mended first.
export async function saveAndSay() {
  endField();
  if (state.now.some((_, index) => allUnread(index).length)) return nextIssue();
  if (await save()) say(text("Saved."));
}

function askReason() {
  reason.querySelector("input").value = "";
  reason.returnValue = "";
  reason.showModal();
  return new Promise((done) => reason.addEventListener("close", () => done(reason.returnValue === "yes" ? reason.querySelector("input").value.trim() : null), { once: true }));
}

// Never disabled: with something left to check it says so and goes there.
export async function approve(whenDone) {
  endField();
  clearTimeout(timer);
  if (!(await check())) return;
  if (open().length) return sendToIssues();
  const why = failing().length ? await askReason() : "";
  if (why === null) return;
  const changed = isChanged();
  if (!(await save())) return;
  const answer = await send("POST", url("approve", true), why ? { reason: why } : {}, { "If-Match": `"${state.etag}"` });
  if (!answer.ok) return refused(answer);
  if (answer.etag) state.etag = answer.etag;
  whenDone(changed, answer.given.job);
}
