// What went wrong with what somebody just did: a list that stays until it is closed or the next thing is done.
import { text } from "./texts.js";

const box = document.getElementById("refusals");

export function tellProblems(sentences) {
  box.hidden = !sentences.length;
  box.innerHTML = '<svg class="icon" aria-hidden="true"><use href="/static/icons.svg#alert"/></svg><div><strong></strong><ul></ul></div><button type="button" class="btn quiet"></button>';
  box.querySelector("strong").textContent = text("There is a problem");
  box.querySelector("ul").append(...sentences.map((sentence) => Object.assign(document.createElement("li"), { textContent: sentence })));
  const close = box.querySelector("button");
  close.textContent = text("Close");
  close.addEventListener("click", () => (box.hidden = true));
  if (sentences.length) box.focus();
}

export function tellProblem(sentence) {
  tellProblems([sentence]);
}
