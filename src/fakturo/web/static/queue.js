// The queue page: brings its parts together. It is whole without any of this.
import { startCopying } from "./copy.js";
import { ask } from "./ask.js";
import { closeDetails, openDetails, startDrawer } from "./dialogs.js";
import { keepInStep, stir } from "./feed.js";
import { droppedFiles, sift } from "./files.js";
import { showAll, startFilters } from "./filters.js";
import { remove, rowOf, startList } from "./list.js";
import { mappingChosen, startMapping } from "./mapping.js";
import { tellProblem, tellProblems } from "./problems.js";
import { say } from "./say.js";
import { startSelection } from "./selection.js";
import { problemText, text } from "./texts.js";
import { keepTimes } from "./times.js";
import { sendAll } from "./upload.js";

const main = document.getElementById("main");
const chooser = document.getElementById("file");

// ---------------------------------------------------------------- files come in

async function take(files, { hasFolders = false, mapping } = {}) {
  const chosen = mappingChosen(mapping); // as it is now: looking at the files takes a moment
  const { good, told } = await sift(files, { limitMb: Number(main.dataset.maxMb), hasFolders });
  tellProblems(told);
  if (!good.length) return;
  await showAll();
  sendAll(good, chosen);
}

function chooseFrom(input, options) {
  input.addEventListener("change", () => {
    const files = [...input.files];
    input.value = "";
    take(files, options);
  });
}

function folderChooser() {
  const input = Object.assign(document.createElement("input"), { type: "file", webkitdirectory: true, multiple: true });
  chooseFrom(input, { hasFolders: true });
  return input;
}

function takeDrops() {
  let depth = 0;
  const carriesFiles = (event) => event.dataTransfer?.types.includes("Files");
  const over = (on) => document.body.classList.toggle("over", on);
  addEventListener("dragenter", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    depth += 1;
    over(true);
  });
  addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1);
    if (!depth) over(false);
  });
  addEventListener("dragover", (event) => carriesFiles(event) && event.preventDefault());
  addEventListener("drop", async (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    depth = 0;
    over(false);
    const { files, hasFolders } = await droppedFiles(event.dataTransfer);
    take(files, { hasFolders });
  });
}

async function sendSample(button) {
  const answer = await fetch("/static/sample-invoice.pdf").catch(() => null);
  if (!answer?.ok) return tellProblem(problemText(null));
  const file = new File([await answer.blob()], "sample-invoice.pdf", { type: "application/pdf" });
  take([file], { mapping: button.dataset.mapping });
}

// ---------------------------------------------------------------- what is done to one file

async function request(method, path) {
  const answer = await fetch(path, { method }).catch(() => null);
  if (answer?.ok) return true;
  tellProblem(problemText(answer && (await answer.json().catch(() => null))));
  return false;
}

const nameOf = (id) => rowOf(id)?.querySelector(".name").textContent ?? document.getElementById("details-title").textContent;

async function removeJob(id, sentence) {
  if (!(await request("DELETE", `/api/jobs/${id}`))) return;
  say(sentence);
  closeDetails();
  remove(id);
  stir();
}

async function askAgain(id, how) {
  if (!(await request("POST", `/api/jobs/${id}/${how}`))) return;
  say(text("{name} is in line again.", { name: nameOf(id) }));
  stir();
}

const actions = {
  details: (id) =>
    openDetails(id)
      .then((opened) => opened || tellProblem(text("It is no longer here.")))
      .catch(() => tellProblem(problemText(null))),
  close: closeDetails,
  upload: () => {
    closeDetails();
    chooser.click();
  },
  cancel: (id) => removeJob(id, text("{name} was cancelled.", { name: nameOf(id) })),
  async delete(id) {
    const name = nameOf(id);
    if (await ask(text("Delete {name}?", { name }), text("PDF and result are removed. This can't be undone."), text("Delete"))) {
      await removeJob(id, text("{name} was deleted.", { name }));
    }
  },
  retry: (id) => askAgain(id, "retry"),
  convert: (id) => askAgain(id, "convert"),
};

function idAt(element) {
  const address = element.closest("a, form");
  return /\/queue\/([0-9a-f-]{36})/.exec(address?.getAttribute("href") ?? address?.getAttribute("action") ?? "")?.[1];
}

function takeClicks() {
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-do]");
    const action = actions[pressed?.dataset.do];
    if (!action || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    action(idAt(pressed));
  });
}

// ---------------------------------------------------------------- all of it

document.getElementById("notice") && history.replaceState(null, "", "/queue");
keepTimes();
startList({ reused: text("Reused result") });
startMapping();
startFilters();
startDrawer();
startSelection();
startCopying();
takeClicks();
takeDrops();
chooseFrom(chooser);
const folder = folderChooser();
document.getElementById("folder").addEventListener("click", () => folder.click());
document.getElementById("sample")?.addEventListener("click", (event) => sendSample(event.currentTarget));
keepInStep();
main.dataset.ready = "";
