// Every sentence that scripts say, by `text` or `counted` (with the English forms for one and for many). The server finds the
// sentences by those calls: they must be written out there.
const said = JSON.parse(document.getElementById("texts").textContent);

export const language = document.documentElement.lang;

function filled(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export function text(sentence, values = {}) {
  return filled(said.texts[sentence] ?? sentence, values);
}

export function counted(one, many, count, values = {}) {
  const known = said.texts[one];
  return filled(known ?? (count === 1 ? one : many), { count, ...values });
}

// What an answer of the API that is no success says to a person.
export function problemText(problem) {
  const own = said.errors[problem?.code];
  const limit = document.getElementById("main").dataset.maxMb;
  return (own && filled(own, { limit_mb: limit })) ?? problem?.detail ?? text("That did not work. Try again in a moment.");
}
