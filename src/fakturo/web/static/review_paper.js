// The pages as pictures, with a box for every value; zoom; and picking words or a region for a field.
import { placeOf, state, value } from "./review_state.js";
import { text } from "./texts.js";

const SCALES = [1, 1.5, 2, 3, 4, 5];
const ZOOMS = [1, 1.25, 1.5, 2, 2.5, 3];
const paper = document.getElementById("paper");
const pageOf = document.getElementById("page-of");
const banner = document.getElementById("picking");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let pages = [];
let zoom = 0;
let pick = null;
const words = new Map();

export async function startPaper(hasPdf, onBox) {
  paper.addEventListener("click", (event) => {
    const box = event.target.closest(".box");
    if (box && !pick) onBox(box.dataset.path);
  });
  paper.addEventListener("scroll", tellPage, { passive: true });
  for (const button of document.querySelectorAll("[data-zoom]")) button.addEventListener("click", () => zoomBy(button.dataset.zoom));
  startPicking();
  const answer = hasPdf ? await fetch(`/api/jobs/${state.job}/pages`) : null;
  if (!answer?.ok) {
    paper.textContent = text("The PDF is no longer here. The values can still be corrected.");
    return;
  }
  pages = (await answer.json()).pages;
  paper.replaceChildren(...pages.map(sheet));
  new ResizeObserver(sharpen).observe(paper);
  sharpen();
  drawBoxes([]);
  tellPage();
}

function sheet({ page, width, height }) {
  const made = document.createElement("div");
  made.className = "sheet-of";
  made.dataset.page = page;
  const picture = document.createElement("img");
  picture.loading = "lazy";
  picture.decoding = "async";
  picture.alt = text("Page {number}. Its values are listed as fields on this page.", { number: page });
  picture.width = width;
  picture.height = height;
  made.style.aspectRatio = `${width} / ${height}`;
  const layer = document.createElement("div");
  layer.className = "layer";
  made.append(picture, layer);
  return made;
}

// As many dots as the screen has, and no more.
function sharpen() {
  for (const made of paper.querySelectorAll(".sheet-of")) {
    const size = pages[made.dataset.page - 1];
    const wanted = (made.clientWidth / size.width) * devicePixelRatio;
    const scale = SCALES.find((each) => each >= wanted - 0.05) ?? SCALES.at(-1);
    const picture = made.querySelector("img");
    if (Number(picture.dataset.scale ?? 0) < scale) {
      picture.dataset.scale = scale;
      picture.src = `/api/jobs/${state.job}/pages/${made.dataset.page}.png?scale=${scale}`;
    }
  }
}

export function zoomBy(way) {
  const step = { in: 1, out: -1 }[way];
  zoom = step ? Math.max(0, Math.min(ZOOMS.length - 1, zoom + step)) : 0;
  paper.style.setProperty("--zoom", ZOOMS[zoom]);
  sharpen();
}

function shownPage() {
  const middle = paper.scrollTop + paper.clientHeight / 3;
  const sheets = [...paper.querySelectorAll(".sheet-of")];
  return sheets.findLast((each) => each.offsetTop <= middle) ?? sheets[0];
}

function tellPage() {
  const number = shownPage()?.dataset.page;
  pageOf.textContent = number ? text("Page {number} of {all}", { number, all: pages.length }) : "";
}

export function turnPage(by) {
  const sheets = [...paper.querySelectorAll(".sheet-of")];
  const to = sheets[sheets.indexOf(shownPage()) + by];
  if (to) paper.scrollTo({ top: to.offsetTop - 12, behavior: calm.matches ? "auto" : "smooth" });
}

// ---- boxes

function layerOf(page) {
  return paper.querySelector(`.sheet-of[data-page="${page}"] .layer`);
}

function lay(element, [x0, y0, x1, y1], { width, height }, margin = 0) {
  Object.assign(element.style, {
    left: `${((x0 - margin) / width) * 100}%`,
    top: `${((y0 - margin) / height) * 100}%`,
    width: `${((x1 - x0 + 2 * margin) / width) * 100}%`,
    height: `${((y1 - y0 + 2 * margin) / height) * 100}%`,
  });
}

// One for each path that stands somewhere; `told` says how each looks.
export function drawBoxes(fields) {
  for (const old of paper.querySelectorAll(".box")) old.remove();
  for (const { path, label, tone } of fields) {
    const place = placeOf(path);
    const size = place && pages[place.page - 1];
    if (!size || value(path) === null) continue;
    const box = document.createElement("button");
    box.type = "button";
    box.tabIndex = -1;
    box.className = `box ${tone}`;
    box.dataset.path = path;
    box.ariaLabel = label;
    box.title = label;
    lay(box, place.bbox, size, 2);
    layerOf(place.page).append(box);
  }
}

export function light(path) {
  for (const old of paper.querySelectorAll(".box.on")) old.classList.remove("on");
  const box = path && paper.querySelector(`.box[data-path="${CSS.escape(path)}"]`);
  if (!box) return false;
  box.classList.add("on");
  bring(box);
  return true;
}

// Only the paper scrolls: the field keeps its place under the eyes.
function bring(element) {
  const there = element.getBoundingClientRect();
  const here = paper.getBoundingClientRect();
  if (there.top >= here.top && there.bottom <= here.bottom && there.left >= here.left && there.right <= here.right) return;
  paper.scrollBy({
    left: there.left - here.left - (here.width - there.width) / 2,
    top: there.top - here.top - (here.height - there.height) / 3,
    behavior: calm.matches ? "auto" : "smooth",
  });
}

// ---- picking

async function wordsOf(page) {
  if (!words.has(page)) {
    words.set(page, fetch(`/api/jobs/${state.job}/pages/${page}/words`).then((answer) => (answer.ok ? answer.json() : { words: [] })).then((found) => found.words));
  }
  return words.get(page);
}

// The next click, drag or Enter on a page fills the field: `done` gets the text and its place, or nothing.
export async function startPick(label, done) {
  stopPick();
  pick = { done, page: Number(shownPage()?.dataset.page ?? 1), at: -1 };
  paper.classList.add("picks");
  banner.hidden = false;
  banner.textContent = text("Reading the page…");
  paper.focus({ preventScroll: true });
  const mine = pick;
  for (const { page } of pages) {
    if (page !== mine.page) continue;
    const found = await wordsOf(page);
    if (pick !== mine) return;
    banner.textContent = found.length
      ? text("{field}: click a word, drag a region, or use the arrow keys and Enter. Esc leaves it.", { field: label })
      : text("There is no text on this page. Esc leaves it.");
    showWords(page, found);
  }
}

function showWords(page, found) {
  const size = pages[page - 1];
  layerOf(page).append(
    ...found.map((word, index) => {
      const shown = document.createElement("span");
      shown.className = "word-at";
      shown.dataset.index = index;
      lay(shown, word.bbox, size);
      return shown;
    }),
  );
}

export function isPicking() {
  return pick !== null;
}

export function stopPick(found = null) {
  if (!pick) return;
  const { done } = pick;
  pick = null;
  paper.classList.remove("picks");
  banner.hidden = true;
  for (const shown of paper.querySelectorAll(".word-at, .region")) shown.remove();
  done(found);
}

function placeIn(sheetOf, event) {
  const area = sheetOf.getBoundingClientRect();
  const size = pages[sheetOf.dataset.page - 1];
  return [((event.clientX - area.left) / area.width) * size.width, ((event.clientY - area.top) / area.height) * size.height];
}

// All words whose middle lies there, as they are read: by rows, and in them from left to right.
async function take(page, [x0, y0, x1, y1]) {
  const mine = pick;
  const inside = (await wordsOf(page)).filter(({ bbox }) => {
    const [x, y] = [(bbox[0] + bbox[2]) / 2, (bbox[1] + bbox[3]) / 2];
    return x0 <= x && x <= x1 && y0 <= y && y <= y1;
  });
  if (pick !== mine || !inside.length) return;
  const rows = [];
  for (const word of inside.toSorted((a, b) => a.bbox[1] - b.bbox[1])) {
    const row = rows.find((each) => Math.abs(each[0].bbox[1] - word.bbox[1]) < (word.bbox[3] - word.bbox[1]) / 2);
    if (row) row.push(word);
    else rows.push([word]);
  }
  const raw = rows.map((row) => row.toSorted((a, b) => a.bbox[0] - b.bbox[0]).map((word) => word.text).join(" ")).join(" ");
  const edge = (index, best) => best(...inside.map((word) => word.bbox[index]));
  stopPick({ raw, page, bbox: [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)] });
}

function startPicking() {
  let from = null;
  paper.addEventListener("pointerdown", (event) => {
    const sheetOf = pick && event.target.closest(".sheet-of");
    if (!sheetOf) return;
    event.preventDefault();
    from = { sheetOf, start: placeIn(sheetOf, event), region: null };
    paper.setPointerCapture(event.pointerId);
  });
  paper.addEventListener("pointermove", (event) => {
    if (!from || !pick) return;
    from.region ??= from.sheetOf.querySelector(".layer").appendChild(Object.assign(document.createElement("span"), { className: "region" }));
    lay(from.region, spanned(from.start, placeIn(from.sheetOf, event)), pages[from.sheetOf.dataset.page - 1]);
  });
  paper.addEventListener("pointerup", async (event) => {
    if (!from || !pick) return;
    const { sheetOf, start, region } = from;
    from = null;
    region?.remove();
    const page = Number(sheetOf.dataset.page);
    const area = spanned(start, placeIn(sheetOf, event));
    if (area[2] - area[0] > 4 || area[3] - area[1] > 4) return take(page, area);
    const hit = (await wordsOf(page)).find(({ bbox }) => bbox[0] - 2 <= area[0] && area[0] <= bbox[2] + 2 && bbox[1] - 2 <= area[1] && area[1] <= bbox[3] + 2);
    if (hit) take(page, hit.bbox);
  });
}

const spanned = (one, other) => [Math.min(one[0], other[0]), Math.min(one[1], other[1]), Math.max(one[0], other[0]), Math.max(one[1], other[1])];

// By keyboard: from word to word, and Enter takes the one that is lit.
export async function pickKey(key) {
  const found = await wordsOf(pick?.page);
  if (!pick || !found.length) return;
  if (key === "Enter") return pick.at >= 0 && take(pick.page, found[pick.at].bbox);
  const here = found[pick.at];
  if (!here) pick.at = 0;
  else if (key === "ArrowRight") pick.at = Math.min(found.length - 1, pick.at + 1);
  else if (key === "ArrowLeft") pick.at = Math.max(0, pick.at - 1);
  else pick.at = nearest(found, here, key === "ArrowDown" ? 1 : -1) ?? pick.at;
  for (const shown of paper.querySelectorAll(".word-at")) shown.classList.toggle("on", Number(shown.dataset.index) === pick.at);
  const lit = paper.querySelector(".word-at.on");
  if (lit) bring(lit);
  banner.textContent = found[pick.at].text;
}

function nearest(found, here, way) {
  const middle = (here.bbox[0] + here.bbox[2]) / 2;
  const others = found.map((word, index) => ({ index, down: (word.bbox[1] - here.bbox[1]) * way, aside: Math.abs((word.bbox[0] + word.bbox[2]) / 2 - middle) }));
  return others.filter((each) => each.down > 3).sort((a, b) => a.down * 4 + a.aside - (b.down * 4 + b.aside))[0]?.index;
}
