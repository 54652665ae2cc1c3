// Sends files, three at a time, each with its own row and progress. An upload that breaks off is sent again under the same
// key, so that it never becomes two jobs; a server that asks for a pause gets it.
import { isOffline, stir } from "./feed.js";
import { expectRow, insert, markReused, remove, rowOf, showOne } from "./list.js";
import { learnPace, tellPace } from "./pace.js";
import { say } from "./say.js";
import { counted, problemText, text } from "./texts.js";
import { span } from "./times.js";

const AT_ONCE = 3;
const MOST_TRIES = 5;
const FIRST_WAIT_MS = 1000;
const DEFAULT_PAUSE_SECONDS = 10;
const OFFLINE_LOOK_MS = 1000;
const template = document.getElementById("sending");
const waiting = [];
let running = 0;
let pausedUntil = 0;
let timer;
let sent = 0;

const bytes = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });
const size = (count) => (count < 1024 * 1024 ? `${bytes.format(Math.max(1, Math.round(count / 1024)))} KB` : `${bytes.format(count / 1024 / 1024)} MB`);

class Sending {
  constructor(file, mapping) {
    this.file = file;
    this.mapping = mapping;
    this.key = crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    this.tries = 0;
    this.row = template.content.firstElementChild.cloneNode(true);
    this.row.querySelector(".name").textContent = file.name;
    this.row.querySelector(".file .sub").textContent = size(file.size);
    this.row.querySelector(".chip").textContent = mapping.title;
    this.row.querySelector("progress").setAttribute("aria-label", text("Upload of {name}", { name: file.name }));
    for (const hidden of this.row.querySelectorAll(".sr")) hidden.textContent = ` ${file.name}`;
    this.row.addEventListener("click", (event) => this.clicked(event.target.closest("[data-do]")?.dataset.do));
    this.tell(text("Waiting to be sent"));
  }

  tell(word, detail = "") {
    this.row.querySelector("[data-word]").textContent = word;
    const sub = this.row.querySelector(".state .sub");
    sub.textContent = detail;
    sub.hidden = !detail;
  }

  look({ tone, resend }) {
    this.row.querySelector(".state").className = `state ${tone}`;
    this.row.querySelector("progress").hidden = resend;
    this.row.querySelector('[data-do="resend"]').hidden = !resend;
  }

  clicked(what) {
    if (what === "stop") this.stop();
    if (what === "resend") this.again();
  }

  stop() {
    this.stopped = true;
    this.request?.abort();
    const place = waiting.indexOf(this);
    if (place >= 0) waiting.splice(place, 1);
    tellPace(waiting.length, pausedUntil);
    remove(this.row);
    say(text("{name} was not sent.", { name: this.file.name }));
  }

  again() {
    this.tries = 0;
    this.look({ tone: "busy", resend: false });
    this.tell(text("Waiting to be sent"));
    waiting.unshift(this);
    next();
  }

  send() {
    this.tries += 1;
    this.began = performance.now();
    const form = new FormData();
    form.append("mapping", this.mapping.name);
    form.append("file", this.file, this.file.name);
    const request = (this.request = new XMLHttpRequest());
    request.upload.addEventListener("progress", (event) => this.progressed(event));
    return new Promise((done) => {
      request.addEventListener("loadend", () => done(this.ended(request)));
      request.open("POST", "/api/upload");
      request.setRequestHeader("Idempotency-Key", this.key);
      request.setRequestHeader("traceparent", `00-${digits(16)}-${digits(8)}-01`);
      request.send(form);
    });
  }

  progressed({ loaded, total }) {
    const percent = total ? Math.floor((loaded / total) * 100) : 0;
    const seconds = ((performance.now() - this.began) / 1000 / Math.max(1, loaded)) * (total - loaded);
    this.row.querySelector("progress").value = percent;
    this.row.querySelector(".file .sub").textContent = text("{sent} of {all}", { sent: size(loaded), all: size(total) });
    const left = seconds > 3 ? ` · ${text("{span} left", { span: span(seconds) })}` : "";
    this.tell(`${text("Uploading")} ${percent} %${left}`);
  }

  async ended(request) {
    if (this.stopped) return;
    let answer = null;
    try {
      answer = JSON.parse(request.responseText);
    } catch {
      // No answer of ours: the connection broke off, or something between us speaks.
    }
    if (request.status === 200 && answer) return this.taken(answer);
    if (request.status === 429 || request.status === 503) return this.pause(request);
    if (answer?.job_id) return this.refused(answer);
    if (answer?.code && request.status < 500) return this.failed(problemText(answer));
    return this.interrupted();
  }

  async taken({ job, deduped }) {
    if (deduped) markReused(job.id, text("Reused result"));
    await showOne(job.id, this.row).catch(() => (this.row.id = `job-${job.id}`));
    if (deduped) rowOf(job.id).scrollIntoView({ block: "nearest" });
    if (deduped) say(text("{name} was here already.", { name: this.file.name }));
    else sent += 1;
    stir();
  }

  async refused(problem) {
    await showOne(problem.job_id, this.row).catch(() => this.failed(problemText(problem)));
    say(`${this.file.name}: ${problemText(problem)}`);
    stir();
  }

  // The server wants us slower, or takes nothing for a while: everybody waits, nobody is lost.
  pause(request) {
    const seconds = Math.max(1, Number(request.getResponseHeader("Retry-After")) || DEFAULT_PAUSE_SECONDS);
    pausedUntil = Math.max(pausedUntil, Date.now() + seconds * 1000);
    learnPace(request);
    this.tries -= 1;
    this.row.querySelector("progress").value = 0;
    this.tell(text("Waiting to be sent"), text("The server asks for a pause of {span}. It goes on by itself.", { span: span(seconds) }));
    waiting.unshift(this);
  }

  interrupted() {
    if (this.tries >= MOST_TRIES) return this.failed(text("The upload was interrupted."));
    this.tell(text("Waiting to be sent"), text("The upload was interrupted. It is tried again."));
    pausedUntil = Math.max(pausedUntil, Date.now() + FIRST_WAIT_MS * 2 ** (this.tries - 1));
    waiting.unshift(this);
  }

  failed(sentence) {
    this.look({ tone: "bad", resend: true });
    this.tell(text("Not sent"), sentence);
    say(`${this.file.name}: ${sentence}`);
  }
}

// Random, in hexadecimal: the name of a trace, which goes with the file through all processes and their logs.
function digits(bytes) {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return [...random].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function tellSent() {
  if (sent) say(counted("{count} file was uploaded.", "{count} files were uploaded.", sent));
  sent = 0;
}

function next() {
  clearTimeout(timer);
  tellPace(waiting.length, pausedUntil);
  if (!waiting.length && !running) tellSent();
  if (!waiting.length) return;
  const wait = isOffline() ? OFFLINE_LOOK_MS : pausedUntil - Date.now();
  if (wait > 0) {
    timer = setTimeout(next, wait);
    return;
  }
  while (running < AT_ONCE && waiting.length) {
    running += 1;
    expectRow(1);
    waiting.shift().send().finally(() => {
      running -= 1;
      expectRow(-1);
      next();
    });
  }
}

export function sendAll(files, mapping) {
  for (const file of files) {
    const sending = new Sending(file, mapping);
    waiting.push(sending);
    insert(sending.row, { own: true });
  }
  if (files.length > 1) say(counted("{count} file is being sent.", "{count} files are being sent.", files.length));
  next();
}

addEventListener("online", next);
addEventListener("beforeunload", (event) => (running || waiting.length) && event.preventDefault());
