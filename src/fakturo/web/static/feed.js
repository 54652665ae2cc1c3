// Keeps the list in step with the server: told by its events, asked now and then where those can't be had. Quiet in hidden
// tabs, and when nothing is under way.
import { apply, fetchPart, questionOf, reload, state } from "./list.js";
import { text } from "./texts.js";

const BUSY_MS = 1500;
const SLOWER = 1.4;
const SLOWEST_BUSY_MS = 10000;
const IDLE_MS = 60000;
const WITH_EVENTS_MS = 10000;
const BANNER_MS = 4000;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30000;
const SOURCE_AGAIN_MS = 30000;
const GATHER_MS = 120;

const main = document.getElementById("main");
const connection = document.getElementById("connection");
let pace = BUSY_MS;
let failures = 0;
let timer;
let source;
let asking = null;
let again = false;
let lost = false;

// ---------------------------------------------------------------- what stands in the way, told once

// A browser without a network says that it is offline, though the server may be on its own machine: who answers is there.
export const isOffline = () => !navigator.onLine && failures > 0;

function note(tone, strong, sentence, button = "") {
  const told = `${strong} ${sentence}`;
  if (connection.dataset.told === told) return;
  connection.dataset.told = told;
  connection.className = `note ${tone}`;
  connection.querySelector("strong").textContent = strong;
  connection.querySelector("span").textContent = sentence;
  const link = connection.querySelector("a");
  link.textContent = button;
  link.hidden = !button;
  connection.hidden = false;
}

function clear() {
  connection.hidden = true;
  delete connection.dataset.told;
}

function tellTrouble() {
  if (lost && main.dataset.signIn) tellSignIn();
  else if (lost) note("bad", text("This browser has lost its session."), text("The files below can't be reached any more from here. If another device shows them, make a link in its settings."), text("Begin a new queue"));
  else if (isOffline()) note("warn", text("You are offline."), text("Files go on being converted. The list is brought up to date when you are back."));
  else if (failures > 1) note("warn", text("The server does not answer."), text("Your files are safe there. It is tried again by itself."));
  else clear();
}

// Where there are accounts, whoever lost the session finds everything again.
function tellSignIn() {
  connection.querySelector("a").href = main.dataset.signIn;
  if (main.dataset.signedIn !== undefined) note("warn", text("You are signed out."), text("Your files are safe in your account."), text("Sign in"));
  else note("bad", text("This browser has lost its session."), text("If your files are in an account, sign in to see them."), text("Sign in"));
}

// ---------------------------------------------------------------- asking

async function ask() {
  let address = questionOf("/queue/changes", { since: state.since });
  for (;;) {
    const part = await fetchPart(address);
    if (part.dataset.owner !== main.dataset.owner) return loseSession();
    if (part.dataset.reset !== undefined) return reload();
    apply(part);
    if (!part.dataset.cursor) {
      state.since = part.dataset.since;
      return part.querySelectorAll("#rows > tr").length;
    }
    address = questionOf("/queue/changes", { since: state.since, cursor: part.dataset.cursor });
  }
}

function loseSession() {
  lost = true;
  stop();
  tellTrouble();
}

// One question at a time; who asks meanwhile is answered by the next.
export function refresh() {
  if (lost) return Promise.resolve();
  if (asking) {
    again = true;
    return asking;
  }
  asking = ask()
    .then(() => {
      failures = 0;
      tellTrouble();
    })
    .catch((error) => {
      if (error.message === "401") return loseSession();
      failures += 1;
      tellTrouble();
    })
    .finally(() => {
      asking = null;
      if (again) {
        again = false;
        refresh();
      } else schedule();
    });
  return asking;
}

function delay() {
  if (failures) return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
  const listens = source?.readyState === EventSource.OPEN;
  if (document.querySelector("#banner .note")) return BANNER_MS; // no event says that it is over
  if (!state.active) return listens ? null : IDLE_MS;
  if (listens) return WITH_EVENTS_MS;
  pace = Math.min(SLOWEST_BUSY_MS, pace * SLOWER);
  return pace;
}

function schedule() {
  clearTimeout(timer);
  if (lost || document.hidden) return;
  const wait = delay();
  if (wait !== null) timer = setTimeout(refresh, wait);
}

// Something happened here: look soon, and often for a while. What comes while an answer is under way may not be in it.
export function stir() {
  pace = BUSY_MS;
  if (asking) {
    again = true;
    return;
  }
  clearTimeout(timer);
  timer = setTimeout(refresh, GATHER_MS);
}

// ---------------------------------------------------------------- being told

function listen() {
  if (lost || document.hidden || source) return;
  source = new EventSource(`/api/live?since=${encodeURIComponent(state.since)}`);
  for (const kind of ["job", "deleted", "active", "reset"]) source.addEventListener(kind, stir);
  source.addEventListener("open", () => failures && stir());
  source.addEventListener("error", () => {
    if (source?.readyState === EventSource.CLOSED) {
      source = null;
      setTimeout(listen, SOURCE_AGAIN_MS);
    }
    if (!failures) stir(); // what it missed, or whether anybody is there
  });
}

function stop() {
  clearTimeout(timer);
  source?.close();
  source = null;
}

export function keepInStep() {
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return stop();
    listen();
    refresh();
  });
  addEventListener("online", () => {
    listen();
    refresh();
  });
  addEventListener("offline", () => refresh());
  addEventListener("pageshow", (event) => event.persisted && refresh());
  listen();
  schedule();
}
