// Makes a part of the page like a fresh one, and touches only what differs: what has the focus or the pointer keeps it.
export function patch(node, fresh) {
  if (node.isEqualNode(fresh)) return;
  if (node.nodeName !== fresh.nodeName || node.id !== fresh.id) {
    node.replaceWith(fresh);
  } else if (node.nodeType !== Node.ELEMENT_NODE) {
    node.data = fresh.data;
  } else {
    patchAttributes(node, fresh);
    patchChildren(node, fresh);
  }
}

function patchAttributes(node, fresh) {
  for (const { name } of [...node.attributes]) if (!fresh.hasAttribute(name)) node.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

function patchChildren(node, fresh) {
  const old = [...node.childNodes];
  const now = [...fresh.childNodes];
  now.forEach((child, place) => (place < old.length ? patch(old[place], child) : node.append(child)));
  for (const child of old.slice(now.length)) child.remove();
}

export function parse(html) {
  return new DOMParser().parseFromString(html, "text/html");
}
