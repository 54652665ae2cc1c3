// An element with its properties and what is inside it.
export function make(tag, told = {}, ...inside) {
  const made = Object.assign(document.createElement(tag), told);
  made.append(...inside);
  return made;
}
