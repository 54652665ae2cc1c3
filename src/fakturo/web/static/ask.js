// Questions before what can't be undone.
const question = document.getElementById("ask");

// Whether the person wants it; the button repeats the verb.
export function ask(title, explanation, verb, { danger = true } = {}) {
  question.querySelector("h2").textContent = title;
  question.querySelector("p").textContent = explanation;
  const yes = question.querySelector('[value="yes"]');
  yes.textContent = verb;
  yes.classList.toggle("danger", danger);
  question.returnValue = "";
  question.showModal();
  return new Promise((done) => question.addEventListener("close", () => done(question.returnValue === "yes"), { once: true }));
}
