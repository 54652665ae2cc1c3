// Questions before what can't be undone.
const question = document.getElementById("ask");

const other = question.querySelector('[value=""]');
const keep = other.textContent;

// Whether the person wants it; the button repeats the verb.
export async function ask(title, explanation, verb, { danger = true } = {}) {
  return (await choose(title, explanation, verb, null, { danger })) === "yes";
}

// With another thing to do instead: "yes", "no", or "" for neither.
export function choose(title, explanation, verb, instead, { danger = false } = {}) {
  question.querySelector("h2").textContent = title;
  question.querySelector("p").textContent = explanation;
  const yes = question.querySelector('[value="yes"]');
  yes.textContent = verb;
  yes.classList.toggle("danger", danger);
  other.textContent = instead ?? keep;
  other.value = instead ? "no" : "";
  question.returnValue = "";
  question.showModal();
  return new Promise((done) => question.addEventListener("close", () => done(question.returnValue), { once: true }));
}
