// Codes of the tax office, suggested while one types: fields with `data-codes` (units, goods, transactions).
const known = new Map();
let waiting;

async function found(kind, words) {
  const asked = `/api/codes/${kind}?q=${encodeURIComponent(words)}`;
  if (!known.has(asked)) known.set(asked, fetch(asked).then(async (answer) => (answer.ok ? (await answer.json()).codes : [])));
  return known.get(asked);
}

async function suggest(field) {
  const codes = await found(field.dataset.codes, field.value.trim());
  const options = codes.map(({ code, name }) => Object.assign(document.createElement("option"), { value: code, label: name }));
  document.getElementById(field.getAttribute("list"))?.replaceChildren(...options);
}

// What a code means, once it is one.
export async function meaningOf(kind, code) {
  return code ? ((await found(kind, code)).find((each) => each.code === code)?.name ?? "") : "";
}

document.addEventListener("input", ({ target }) => {
  if (!target.dataset?.codes) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => suggest(target), 200);
});
document.addEventListener("focusin", ({ target }) => target.dataset?.codes && suggest(target));
